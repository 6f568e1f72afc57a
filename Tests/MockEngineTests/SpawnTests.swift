import Foundation
import LinuxSystem
import Synchronization
import SystemPackage
import Testing

@Suite struct SpawnTests {
    /// A file that a process has open for writing does not start, and each new child has all descriptors of its parent
    /// until it runs its own program.
    @Test func `a program that was written a moment ago starts while other threads start programs`() throws {
        let isOver = Atomic(false)
        let running = DispatchGroup()
        for _ in 0..<4 {
            running.enter()
            try DetachedThread.start {
                while !isOver.load(ordering: .relaxed) { _ = ChildProcess(["/bin/true"]).run() }
                running.leave()
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            running.wait()
        }
        let folder = try TemporaryFolder([:])
        for number in 0..<300 {
            try folder.write("#!/bin/sh\necho \(number)\n", to: "program\(number)")
            let program = folder("program\(number)").string
            #expect(chmod(program, 0o755) == 0)
            let result = ChildProcess([program]).run()
            #expect(result.map { String(decoding: $0.output, as: UTF8.self) } == "\(number)\n")
        }
    }
}
