import Logging

/// @mockable
extension LogHandler {}

/// @mockable(seam: LogWriting, members: info(_:metadata:source:), logLevel)
extension Logger {}

struct Bell {
    var logger: any LogWriting

    func ring() {
        guard logger.logLevel <= .info else { return }
        logger.info("ding", metadata: nil, source: nil)
    }
}
