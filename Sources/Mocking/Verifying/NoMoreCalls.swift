/// Verifies that every call of mocks has been verified, for example `verifyNoMoreCalls(cook, till)`.
///
/// Reading calls with ``calls(_:)`` does not verify them.
public func verifyNoMoreCalls(
    _ mocks: any Mock...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let cores = mocks.map(\.mockCore)
    for (index, core) in cores.enumerated() {
        let calls = core.allCalls { !$0.isVerified }
        guard !calls.isEmpty else { continue }
        // Mocks of one type are told apart by their places in the list.
        let isAlone = cores.count { $0.name == core.name } == 1
        let place = isAlone ? "" : ", mock \(index + 1) of \(cores.count)"
        let headline = "\(core.name)\(place): expected no more calls, got \(calls.count)"
        let lines = [headline] + calls.gotLines(atMost: 10) { $0.text }
        let values = calls.prefix(10).flatMap { MockCore.texts(of: $0.record, member: $0.member) ?? [] }
        Failures.report(lines.showingOnce(values).joined(separator: "\n"), at: location)
    }
}

/// Verifies that every stub of mocks has answered a call; reports each unused stub at its own line.
public func verifyStubsUsed(_ mocks: any Mock...) {
    for core in mocks.map(\.mockCore) {
        let unused = core.lock.locked { core.allMembers.flatMap { $0.stubs.filter { !$0.isUsed } } }
        for stub in unused {
            Failures.report("\(core.name): the stub of \(stub.text) was never used", at: stub.location)
        }
    }
}
