package import SystemPackage

/// The reason why a request got no answer.
package enum ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No process listens on the socket.
    case notRunning(socket: String)
    case permissionDenied(socket: String)
    case noAnswer(within: Duration)
    /// The daemon closed the connection before its answer was complete.
    case closed
    /// The answer is not one that a mockd of this interface version sends.
    case malformed(String)
    case system(operation: String, Errno)
    /// The daemon refused the request.
    case refused(ControlError)

    package var description: String {
        switch self {
        case .notRunning(let socket): "no mockd is listening on \(socket)"
        case .permissionDenied(let socket): "no permission to connect to \(socket); the daemon belongs to another user"
        case .noAnswer(let limit): "mockd has not answered within \(limit.milliseconds) ms"
        case .closed: "mockd closed the connection before it had answered"
        case .malformed(let what): "what answers is not a mockd that this mockctl understands: \(what)"
        case .system(let operation, let errno): "cannot \(operation) the control socket: \(errno)"
        case .refused(let error): error.description
        }
    }
}
