/// The kinds of frames between the daemon and `mockd-watcher`: the first byte of a frame's content.
///
/// A frame is a length of four bytes, then that many bytes of content. All numbers are little-endian.
///
/// | frame | direction | content after the kind |
/// | --- | --- | --- |
/// | add | to the watcher | id (4), mask (4), path |
/// | remove | to the watcher | id (4) |
/// | hello | to the daemon, first of all | version (4) |
/// | event | to the daemon | id (4), mask (4), name |
/// | overflow | to the daemon | |
/// | added, lost | to the daemon | id (4) |
/// | failed | to the daemon | id (4), errno (4) |
/// | fault | to the daemon | number (4), a ``ReportedFault`` |
package enum FrameKind: UInt8 {
    case add = 1
    case remove = 2
    case hello = 15
    case event = 16
    case overflow = 17
    case added = 18
    case failed = 19
    case lost = 20
    case fault = 21

    /// The version of these frames, raised with every change of one.
    package static let version: UInt32 = 2
}
