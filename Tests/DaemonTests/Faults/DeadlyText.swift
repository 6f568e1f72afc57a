import Foundation

/// A text that ends or stops any process that copies it: a C library that is loaded into the program under test looks for
/// it. It stands for what a defect of mockd or too little memory may do to one input.
struct DeadlyText {
    /// When a source's declarations are read, or when its mocks are made.
    enum Stage: CaseIterable { case reading, making }

    let text: String
    let library: URL

    /// A protocol whose file is deadly.
    static let source = "/// @mockable\nprotocol DeadlyKitchenProtocol { func poison(bowls: Int) }\n"

    /// `nil` without a compiler for C.
    init?(_ stage: Stage, in package: PackageFixture) async throws {
        text = stage == .reading ? "DeadlyKitchenProtocol" : "MockDeadlyKitchenProtocol"
        library = package.base.appending(path: "deadly.so")
        let code = package.base.appending(path: "deadly.c")
        try Data(Self.code.utf8).write(to: code)
        let result = try await package.runTool(
            "clang", "-shared", "-fPIC", "-O1", "-fno-builtin", "-o", library.path(), code.path())
        guard result.status == 0 else { return nil }
    }

    /// The environment in which the text is deadly.
    ///
    /// - Parameter signal: what the process dies of; without one the thread stops, and `deadly` is written to standard
    ///   error.
    func variables(_ signal: Int32? = nil) -> [String: String] {
        // The program copies its environment, too, and its runtime's report of a crash copies its memory.
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
