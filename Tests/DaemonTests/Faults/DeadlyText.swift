import Foundation

/// A text that kills or stops any process that copies it, in the place of a defect of mockd or of too little memory. A
/// C library preloaded into the program under test replaces `memcpy` and searches for the text.
struct DeadlyText {
    /// The stage that copies the text: reading a source's declarations, or making its mocks.
    enum Stage: CaseIterable { case reading, making }

    let text: String
    let library: URL

    /// A protocol whose file contains the deadly text.
    static let source = "/// @mockable\nprotocol DeadlyKitchenProtocol { func poison(bowls: Int) }\n"

    /// Returns `nil` without a compiler for C.
    init?(_ stage: Stage, in package: PackageFixture) async throws {
        text = stage == .reading ? "DeadlyKitchenProtocol" : "MockDeadlyKitchenProtocol"
        library = package.base.appending(path: "deadly.so")
        let code = package.base.appending(path: "deadly.c")
        try Data(Self.code.utf8).write(to: code)
        let result = try await package.runTool(
            "clang", "-shared", "-fPIC", "-O1", "-fno-builtin", "-o", library.path(), code.path())
        guard result.status == 0 else { return nil }
    }

    /// Returns the environment in which the text is deadly.
    ///
    /// - Parameter signal: the signal that kills the process; without one the thread stops after writing `deadly` to
    ///   standard error.
    func variables(_ signal: Int32? = nil) -> [String: String] {
        // The program copies its environment as well, so the text follows a `=`; the runtime's crash report copies its
        // memory, so it is switched off.
        [
            "LD_PRELOAD": library.path(), "DEADLY_TEXT": "=\(text)", "DEADLY_SIGNAL": "\(signal ?? 0)",
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    private static let code = """
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static const char *text;
        static size_t length;
        static int number;

        __attribute__((constructor)) static void begin(void) {
            text = getenv("DEADLY_TEXT") + 1;
            length = strlen(text);
            number = atoi(getenv("DEADLY_SIGNAL"));
        }

        void *memcpy(void *to, const void *from, size_t count) {
            if (length && count >= length && memcmp(from, text, length) == 0) {
                // This one as it comes: raised, it would be blocked here.
                if (number == SIGSEGV) *(volatile int *)0 = 0;
                if (number) raise(number);
                if (write(2, "deadly\\n", 7) == 7) for (;;) pause();
            }
            return memmove(to, from, count);
        }

        """
}
