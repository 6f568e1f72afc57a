import Foundation
import Testing

// The daemon's promise, which every random test asserts at its end.
extension PackageFixture {
    /// Asserts that the three programs that speak about the mocks agree: `mockctl sync` ends with 0 if and only if
    /// `mockd generate --check` does, and if and only if `mockctl status` names no error and, as `mockctl outputs`, no
    /// mock that is not current.
    ///
    /// - Parameter folder: The folder in which the questions are asked; the root if it is `nil`.
    /// - Returns: The exit status of the sync.
    @discardableResult
    func expectAgreement(_ what: @autoclosure () -> String, in folder: String? = nil) async throws -> Int32 {
        let place = folder.map { "cd '\(url($0).path())' && " } ?? ""
        let sync = try await shell("\(place)\"$BIN/mockctl\" sync --timeout 2m")
        let check = try await shell("\(place)\"$BIN/mockd\" generate --check --cache none")
        let status = try await shell("\(place)\"$BIN/mockctl\" status --json")
        let drifted = try await shell("\(place)\"$BIN/mockctl\" outputs --drifted --exit-code")
        let figures = status.output.firstMatch(of: #/"outputs":\{([^}]*)\}/#)?.1 ?? ""
        let unclean = figures.matches(of: #/"(stale|edited|failed)":(\d+)/#).reduce(0) { $0 + (Int($1.2) ?? 0) }
        let errors = status.output.firstMatch(of: #/"errors":\{"count":(\d+)/#).flatMap { Int($0.1) } ?? 0
        let answers = """
            sync \(sync.status) \(sync.errors)
            check \(check.status) \(check.output)\(check.errors)
            status \(figures), \(errors) errors
            outputs \(drifted.status) \(drifted.output)
            """
        let isClean = sync.status == 0
        #expect([0, 1].contains(sync.status), "\(what())\n\(answers)")
        #expect(isClean == (check.status == 0), "\(what())\n\(answers)")
        #expect(isClean == (unclean == 0 && errors == 0), "\(what())\n\(answers)")
        #expect((drifted.status == 0) == (unclean == 0), "\(what())\n\(answers)")
        return sync.status
    }
}
