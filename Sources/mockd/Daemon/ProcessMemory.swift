internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Returns memory to the kernel that the process does not need at present.
///
/// A start, or a switch of branches, needs many times the memory of the rest of the day.
enum ProcessMemory {
    /// Limits the number of heaps, because each keeps the memory that its threads freed, and gives them room from the
    /// beginning: all but the first would ask the kernel for one page after the other. There are two for each processor,
    /// eight at most: with less, threads wait for one another. Call it before there are threads.
    static func useFewHeaps() {
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let mallopt = function("mallopt", as: Function.self) else { return }
        let (arenaLimit, room, largest): (Int32, Int32, Int32) = (-8, -2, -3)  // M_ARENA_MAX, TOP_PAD, MMAP_THRESHOLD
        _ = mallopt(arenaLimit, Int32(min(8, 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))))
        _ = mallopt(room, 16 << 20)
        // Setting the room switches off the adaptation of this threshold, so it is set, too.
        _ = mallopt(largest, 4 << 20)
    }

    /// Returns free memory to the kernel.
    static func trim() {
        typealias Function = @convention(c) (Int) -> Int32
        _ = function("malloc_trim", as: Function.self)?(0)
    }

    /// Drops the pages of code that has run so far: a start runs thirty times as much code as an edit. Pages that are
    /// needed again come from the kernel's page cache.
    static func forgetCode() {
        guard let maps = try? RegularFile.text(of: "/proc/self/maps", atMost: 16 << 20) else { return }
        for line in maps.split(separator: "\n") {
            // 7f5adde00000-7f5ae3a0000 r-xp 00100000 fe:01 1234 /usr/lib/libswiftCore.so
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, fields[1] == "r-xp", fields[5].contains("/") else { continue }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1], let start = UnsafeMutableRawPointer(bitPattern: ends[0]) else {
                continue
            }
            // The pages of code are never written, so nothing is lost.
            madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }

    /// Looks a function up at run time: Swift's module of Glibc leaves `malloc.h` out, and other C libraries have no
    /// such functions.
    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
}
