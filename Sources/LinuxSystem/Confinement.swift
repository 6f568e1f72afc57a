internal import Glibc
internal import SystemPackage

/// Takes rights away from this process, and from all processes that it will start.
///
/// Landlock, an interface of the kernel for programs without privileges, and a filter of system calls.
enum Confinement {
    /// Confines the process to what macOS's sandbox allows a package manifest: it may read files and run programs, but
    /// write only in one folder, and it has no network. Its children stay in its process group, too, so that one
    /// signal ends all of them.
    ///
    /// Call it before there is a second thread: only the calling one is confined.
    ///
    /// - Throws: The kernel's error if it cannot confine the process, which must start no other one then.
    static func confine(writingOnlyIn folder: FilePath) throws(Errno) {
        try check(call(SystemCall.prctl, PrivilegeControl.noNewPrivileges, 1, 0, 0))
        try restrictFiles(to: folder)
        try restrictCalls()
    }

    /// Returns a descriptor that becomes readable when a child process ends.
    static func descriptor(of process: pid_t) throws(Errno) -> Int32 {
        Int32(truncatingIfNeeded: try check(call(SystemCall.pidfdOpen, Int(process))))
    }

    // MARK: Files

    /// From linux/landlock.h: all rights that change the file system, up to the first version of the interface.
    private enum Access {
        static let writeFile: UInt64 = 1 << 1
        /// Removing and making folders, files, devices, sockets, pipes and links.
        static let changeFolders: UInt64 = 0b1_1111_1111 << 4
        static let refer: UInt64 = 1 << 13
        static let truncate: UInt64 = 1 << 14
    }

    private struct PathRule {
        var access: UInt64
        var folder: Int32
    }

    private static func restrictFiles(to folder: FilePath) throws(Errno) {
        let version = try check(call(SystemCall.landlockCreateRuleset, 0, 0, 1))
        var access = Access.writeFile | Access.changeFolders
        if version >= 2 { access |= Access.refer }
        if version >= 3 { access |= Access.truncate }
        // Files; connections over TCP; sockets without a path and signals to processes outside.
        var handled: [UInt64] = [access, version >= 4 ? 0b11 : 0, version >= 6 ? 0b11 : 0]
        let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
        let rules = Int32(
            truncatingIfNeeded: try check(call(SystemCall.landlockCreateRuleset, address(&handled), size)))
        defer { close(rules) }
        try allow(folder, access, rules)
        try allow("/dev/null", access & (Access.writeFile | Access.truncate), rules)
        try check(call(SystemCall.landlockRestrictSelf, Int(rules)))
    }

    /// `O_PATH`: the descriptor names the place, which is not opened.
    private static let nameOnly: Int32 = 0o10000000

    private static func allow(_ path: FilePath, _ access: UInt64, _ rules: Int32) throws(Errno) {
        let folder = path.withPlatformString { Glibc.open($0, nameOnly | O_CLOEXEC) }
        try check(Int(folder))
        defer { close(folder) }
        // The kernel's structure is packed: twelve bytes.
        var rule = PathRule(access: access, folder: folder)
        try check(call(SystemCall.landlockAddRule, Int(rules), 1, address(&rule)))
    }

    // MARK: System calls

    /// Installs a filter of system calls, a classic BPF program (linux/filter.h, linux/seccomp.h): sockets and io_uring
    /// are refused; `setpgid` and `setsid` succeed without effect.
    private static func restrictCalls() throws(Errno) {
        func load(_ offset: UInt32) -> Instruction { Instruction(code: 0x20, value: offset) }
        func answer(_ value: UInt32) -> Instruction { Instruction(code: 0x06, value: value) }
        let (error, allowed, killed) = (UInt32(0x5_0000), UInt32(0x7fff_0000), UInt32(0x8000_0000))
        var program = [
            load(4), Instruction(code: 0x15, skippedIfTrue: 1, value: SystemCall.architecture), answer(killed),
            // Numbers from here on belong to another interface of x86-64 with the same calls.
            load(0), Instruction(code: 0x35, skippedIfFalse: 1, value: 0x4000_0000), answer(killed),
        ]
        for (number, result) in [
            (SystemCall.socket, EACCES), (SystemCall.ioUringSetup, ENOSYS),
            // Succeed without an effect.
            (SystemCall.setpgid, 0), (SystemCall.setsid, 0),
        ] {
            let isCall = Instruction(code: 0x15, skippedIfFalse: 1, value: UInt32(truncatingIfNeeded: number))
            program += [isCall, answer(error | UInt32(result))]
        }
        program.append(answer(allowed))
        try program.withUnsafeMutableBufferPointer { instructions throws(Errno) in
            var filter = Filter(count: UInt16(instructions.count), instructions: instructions.baseAddress)
            try check(call(SystemCall.prctl, PrivilegeControl.seccomp, 2, address(&filter)))
        }
    }

    private struct Instruction {
        var code: UInt16
        var skippedIfTrue: UInt8 = 0
        var skippedIfFalse: UInt8 = 0
        var value: UInt32
    }

    private struct Filter {
        var count: UInt16
        var instructions: UnsafeMutablePointer<Instruction>?
    }

    // MARK: Calling

    private enum PrivilegeControl {
        static let seccomp = 22
        static let noNewPrivileges = 38
    }

    private enum SystemCall {
        #if arch(arm64)
            static let (prctl, socket, setpgid, setsid) = (167, 198, 154, 157)
            static let architecture: UInt32 = 0xC000_00B7
        #else
            static let (prctl, socket, setpgid, setsid) = (157, 41, 109, 112)
            static let architecture: UInt32 = 0xC000_003E
        #endif
        static let (ioUringSetup, pidfdOpen) = (425, 434)
        static let (landlockCreateRuleset, landlockAddRule, landlockRestrictSelf) = (444, 445, 446)
    }

    private static func call(_ number: Int, _ a: Int, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0) -> Int {
        systemCall(number, a, b, c, d, 0)
    }

    private static func address(_ pointer: UnsafeMutableRawPointer) -> Int { Int(bitPattern: pointer) }

    @discardableResult
    private static func check(_ result: Int) throws(Errno) -> Int {
        guard result >= 0 else { throw Errno(rawValue: errno) }
        return result
    }
}

/// The C library's `syscall`, which Swift does not import because its number of arguments varies. Swift and C pass
/// integers alike; looking the function up by name would not work in a static executable.
@_silgen_name("syscall")
private func systemCall(_ number: Int, _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Int
