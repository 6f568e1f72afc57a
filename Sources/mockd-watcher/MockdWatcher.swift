// This program alone links libinotifytools, which is GPL-2-only; as a linked work this executable is under GPL-2.

import CInotifyTools
import Glibc

/// Passes what the kernel says about watched directories to its parent, and decides nothing, but for what the parent
/// itself writes there for a moment.
///
/// Requests come in on standard input, answers and events go out on standard output, both as frames (see `FrameBuffer`).
/// The parent knows directories by numbers of its own choice; watch descriptors, the library's opinion of names and
/// its aborts stay in here. When the parent dies or closes the pipe, this process ends; when this process dies, the
/// parent starts another one and compares everything, exactly as after an overflow.
@main
struct MockdWatcher {
    static func main() {
        // Sent when the thread that started us ends; the end of standard input covers the moment before this call.
        _ = mockd_end_with_parent()
        KernelQueue.closeInheritedDescriptors()
        var output = FrameBuffer()
        switch KernelQueue.open() {
        case .success(let queue):
            output.appendAnswer(.added, id: FrameKind.instance)
            var session = Session(queue: queue, output: output)
            session.serve()
        case .failure(let failure):
            output.appendAnswer(.failed, id: FrameKind.instance, code: failure.code)
            _ = output.write(to: STDOUT_FILENO)
        }
    }
}
