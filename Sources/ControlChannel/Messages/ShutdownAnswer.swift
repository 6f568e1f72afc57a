/// The answer to `POST /v1/shutdown`.
package struct ShutdownAnswer: Codable, Hashable, Sendable {
    package var stopping: Bool
    package var pid: Int

    package init(pid: Int) {
        self.stopping = true
        self.pid = pid
    }
}
