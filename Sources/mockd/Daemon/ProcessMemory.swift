internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// How much memory the process keeps that it needs no more just now.
///
/// What it needs for a moment at a start, or when a branch is switched, is many times what it needs the rest of the day.
enum ProcessMemory {
    /// Few heaps, because each keeps what its threads have freed, and room in them from the beginning: all but the first
    /// would ask the kernel for one page after the other. To be called before there are threads.
    static func useFewHeaps() {
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let mallopt = function("mallopt", as: Function.self) else { return }
        let (arenaLimit, room, largest): (Int32, Int32, Int32) = (-8, -2, -3)  // M_ARENA_MAX, TOP_PAD, MMAP_THRESHOLD
        _ = mallopt(arenaLimit, 2)
        _ = mallopt(room, 16 << 20)
        // It would adapt itself if nobody had set the room.
        _ = mallopt(largest, 4 << 20)
    }

    /// Gives back to the kernel what is free.
    static func trim() {
        typealias Function = @convention(c) (Int) -> Int32
        _ = function("malloc_trim", as: Function.self)?(0)
    }

    /// Lets go of the code that has run so far: a start goes through thirty times that of an edit. What is needed again
    /// is in the kernel's cache of files.
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
            // Nobody has ever written there, so nothing is lost.
            madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }

    /// Swift's module of Glibc leaves `malloc.h` out; other libraries for C have no such functions.
    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
}
