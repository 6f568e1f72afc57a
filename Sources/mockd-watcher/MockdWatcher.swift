// Only this program links libinotifytools, which is GPL-2-only; as a linked work this executable is under GPL-2. Its own
// sources, and those of WatcherFrames, are under Apache-2.0 or GPL-2, at the user's choice.

import CInotifyTools
import Glibc
import WatcherFrames

/// Forwards the kernel's events for watched directories to its parent, unfiltered except for the parent's own temporary
/// files.
///
/// Requests arrive on standard input; answers and events leave on standard output, both as frames (see `FrameKind`).
/// The parent identifies directories by its own numbers; watch descriptors, the library's table of names and its aborts
/// stay in this process. If the parent dies or closes the pipe, this process ends. If this process dies, the parent
/// starts another one and compares everything, as after an overflow.
@main
struct MockdWatcher {
    static func main() {
        // The kernel sends SIGKILL when the parent thread ends. If that ended before this call, the end of standard
        // input stops us.
        _ = mockd_end_with_parent()
        KernelQueue.closeInheritedDescriptors()
        var output = FrameBuffer()
        output.appendHello()
        switch KernelQueue.open() {
        case .success(let queue):
            var session = Session(queue: queue, output: output)
            session.serve()
        case .failure(let fault):
            output.appendFault(fault)
            _ = output.write(to: STDOUT_FILENO)
        }
    }
}
