internal import ArgumentParser
internal import ControlChannel

/// `mockctl man`, `mockctl man mockd`, `mockctl man --install`.
struct ManCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Prints or installs the manual pages.",
        discussion: "Read one at once with: mockctl man | man -l -")

    enum Page: String, ExpressibleByArgument, CaseIterable {
        case mockctl, mockd
    }

    @Argument(help: "The program of the page.")
    var page = Page.mockctl
    @Flag(help: "Write both pages to your own folder of manual pages instead.")
    var install = false

    func run() throws {
        guard install else { return Output.result(try Self.text(of: page)) }
        let folders = try UserFolders(environment: ProcessEnvironment.all)
        for page in Page.allCases {
            let path = "\(folders.data)/man/man1/\(page.rawValue).1"
            try UserFolders.write(Self.text(of: page), to: path)
            Output.result("wrote \(path)")
        }
    }

    private static func text(of page: Page) throws -> [UInt8] {
        let description =
            page == .mockctl
            ? Array(Mockctl._dumpHelp().utf8)
            : try SiblingProgram(page.rawValue, ["--experimental-dump-help"]).run().output
        let tool = try JSONValue(parsing: description)
        return Array(ManualPage(command: tool.command).text.utf8)
    }
}
