import Glibc

/// Several measurements of one quantity, represented by their median.
struct Measurement {
    /// The measurements in seconds, smallest first.
    let times: [Double]

    init(_ times: [Double]) { self.times = times.sorted() }

    var median: Double { at(0.5) }

    func at(_ share: Double) -> Double { times[min(times.count - 1, Int(Double(times.count) * share))] }

    var milliseconds: String { "p50 \(median.milliseconds), p99 \(at(0.99).milliseconds)" }
}

extension Double {
    /// The seconds as text in milliseconds.
    var milliseconds: String {
        let value = self * 1000
        let rounded = value < 10 ? (value * 100).rounded() / 100 : (value * 10).rounded() / 10
        return "\(rounded) ms"
    }

    var ratio: String { "\((self * 100).rounded() / 100)x" }
}

extension Int {
    /// The bytes as text in MiB.
    var mebibytes: String { "\((Double(self) / 1_048_576 * 10).rounded() / 10) MiB" }
}

/// Returns the seconds that a closure takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// Reads files one after the other and discards them: the minimum for every generator.
func readPlainly(_ paths: [String]) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    for path in paths {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { continue }
        while case let count = read(file, buffer.baseAddress, buffer.count), count > 0 { total += count }
        close(file)
    }
    return total
}

/// Writes each text into a new file of a folder.
func writePlainly(_ texts: [[UInt8]], in folder: String) {
    for (number, text) in texts.enumerated() {
        let file = open("\(folder)/\(number).swift", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { continue }
        _ = write(file, text, text.count)
        close(file)
    }
}
