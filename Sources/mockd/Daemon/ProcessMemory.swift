internal import Glibc
internal import SystemPackage

/// How much memory the process keeps that it needs no more just now.
///
/// What it needs for a moment at a start, or when a branch is switched, is many times what it needs the rest of the day.
enum ProcessMemory {
    /// Few heaps, because each keeps what its threads have freed, and room in them from the beginning: they would ask
    /// the kernel for one page after the other. To be called before there are threads.
    ///
    /// In pages of the usual size: to get large ones at a start takes longer than the faults that they spare, where the
    /// kernel has none that were in use a moment ago.
    static func useFewHeaps() {
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let mallopt = function("mallopt", as: Function.self) else { return }
        let (arenaLimit, topPad, largest): (Int32, Int32, Int32) = (-8, -2, -3)  // M_ARENA_MAX, TOP_PAD, MMAP_THRESHOLD
        _ = mallopt(arenaLimit, 2)
        _ = mallopt(topPad, Int32(room))
        // It would adapt itself if nobody had set the room. As much as is allocated at once to make room.
        _ = mallopt(largest, Int32(room) * 2)
        // Only the first heap grows by what it was told. The first thread makes the second one, and leaves it to the
        // next thread with the room that was in use once.
        var thread = pthread_t()
        let isStarted = pthread_create(&thread, nil, ProcessMemory.makeRoom, nil) == 0
        if isStarted { pthread_join(thread, nil) }
        _ = mallopt(largest, 4 << 20)
    }

    private static let room = 16 << 20

    private static let makeRoom: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        // Not by the names that the compiler knows: what is freed at once would not be allocated at all.
        typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
        typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
        if let allocate = function("malloc", as: Allocate.self), let free = function("free", as: Free.self) {
            free(allocate(room))
        }
        return nil
    }

    /// Gives back to the kernel what is free.
    static func trim() {
        typealias Function = @convention(c) (Int) -> Int32
        _ = function("malloc_trim", as: Function.self)?(0)
    }

    /// Lets go of the code that has run so far: a start goes through thirty times that of an edit. What is needed again
    /// is in the kernel's cache of files.
    static func forgetCode() {
        guard let maps = try? FileDescriptor.open("/proc/self/maps", .readOnly, options: .closeOnExec) else { return }
        defer { try? maps.close() }
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { piece.deallocate() }
        while let count = try? maps.read(into: piece), count > 0 { bytes += piece[..<count] }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
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
