/// A reason why `mockd-watcher` does not see every change, by the number that the frame `fault` carries.
///
/// The process only says what it found. `FileWatching/WatchFault` decides what it means, and what users read.
package enum ReportedFault: UInt32, Error {
    /// The kernel gives no inotify instance. The process ends.
    case noInstance = 1
}
