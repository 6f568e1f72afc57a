// swift-tools-version: 6.3
import PackageDescription

// A package that only wants mocks depends on `Mocking` with `traits: []`. Then nothing below is resolved: every
// dependency of a tool is conditional on the trait `Tools`, which is on for everybody else.
let tools: TargetDependencyCondition? = .when(traits: ["Tools"])

// `.ci/run` sets this for a program that it only counts: the folder with the swift-syntax that the toolchain was built
// with, because compiling another one takes most of such a build.
let toolchainSyntax = Context.environment["MOCKD_TOOLCHAIN_SYNTAX"]
let syntax: [Target.Dependency] =
    toolchainSyntax != nil
    ? []
    : [
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: tools),
        .product(name: "SwiftParser", package: "swift-syntax", condition: tools),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: tools),
        .product(name: "SwiftParserDiagnostics", package: "swift-syntax", condition: tools),
    ]

let package = Package(
    name: "mockd",
    // What `Mocking` needs on a Mac, where half of a team may build the mocks that the other half commits: `Duration`,
    // `ContinuousClock`. The tools run on Linux.
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .executable(name: "mockd", targets: ["mockd"]),
        .executable(name: "mockctl", targets: ["mockctl"]),
        .executable(name: "mockd-watcher", targets: ["mockd-watcher"]),
        .library(name: "Mocking", targets: ["Mocking", "MockingTestSupport"]),
        // For previews and apps: failures go to standard error, and no test framework is linked.
        .library(name: "MockingCore", targets: ["Mocking"]),
        // For tests that exist: the libraries of other styles.
        .library(name: "MockSix", targets: ["MockSix", "MockingTestSupport"]),
        .library(name: "Mimus", targets: ["Mimus", "MockingTestSupport"]),
        .library(name: "MockWrappers", targets: ["MockWrappers", "MockingTestSupport"]),
    ],
    traits: [
        .trait(name: "Tools", description: "The daemon, its client and all that they are built from."),
        .default(enabledTraits: ["Tools"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/stencilproject/Stencil", exact: "0.15.1"),
    ],
    targets: [
        .target(
            name: "LinuxSystem",
            dependencies: [.product(name: "SystemPackage", package: "swift-system", condition: tools)]
        ),
        .target(
            name: "MockModel",
            dependencies: [.product(name: "SystemPackage", package: "swift-system", condition: tools)]
        ),
        .target(name: "MockParsing", dependencies: ["MockModel"] + syntax),
        .target(name: "MockGeneration", dependencies: ["MockModel"]),
        .target(
            name: "MockTemplates",
            dependencies: [
                "MockModel", "MockGeneration", .product(name: "Stencil", package: "Stencil", condition: tools),
            ]
        ),
        .target(
            name: "MockEngine",
            dependencies: [
                "LinuxSystem", "MockModel", "MockParsing", "MockGeneration", "MockTemplates",
                .product(name: "SystemPackage", package: "swift-system", condition: tools),
                .product(name: "Yams", package: "Yams", condition: tools),
            ]
        ),
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools-dev"])]),
        .target(name: "WatcherFrames"),
        .executableTarget(name: "mockd-watcher", dependencies: ["CInotifyTools", "WatcherFrames"]),
        .target(
            name: "FileWatching",
            dependencies: [
                "LinuxSystem", "MockModel", "WatcherFrames",
                .product(name: "SystemPackage", package: "swift-system", condition: tools),
            ]
        ),
        .target(
            name: "ControlChannel",
            dependencies: [
                "LinuxSystem", "MockModel",
                .product(name: "SystemPackage", package: "swift-system", condition: tools),
            ]
        ),
        .target(
            name: "ControlServer",
            dependencies: [
                "ControlChannel", "LinuxSystem",
                .product(name: "NIOCore", package: "swift-nio", condition: tools),
                .product(name: "NIOPosix", package: "swift-nio", condition: tools),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: tools),
                .product(name: "SystemPackage", package: "swift-system", condition: tools),
            ]
        ),
        .target(name: "Mocking"),
        .target(name: "MockingTestSupport", dependencies: ["Mocking"]),
        .target(name: "MockSix", dependencies: ["Mocking"]),
        .target(name: "Mimus", dependencies: ["Mocking"]),
        .target(name: "MockWrappers", dependencies: ["Mocking"]),
        // `swift run mockd` has to build the watcher, too. This does not link it: an executable is never part of another.
        .executableTarget(
            name: "mockd",
            dependencies: [
                "mockd-watcher", "LinuxSystem", "MockModel", "MockParsing", "MockGeneration", "MockEngine",
                "FileWatching", "ControlChannel", "ControlServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
                .product(name: "Logging", package: "swift-log", condition: tools),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: tools),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: tools),
                .product(name: "SystemPackage", package: "swift-system", condition: tools),
            ]
        ),
        .executableTarget(
            name: "mockctl",
            dependencies: [
                "ControlChannel", "LinuxSystem", "MockModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
                .product(name: "SystemPackage", package: "swift-system", condition: tools),
            ]
        ),
        .executableTarget(name: "WatchingBenchmarks", dependencies: ["mockd"], path: "Tests/Benchmarks/Watching"),
        .executableTarget(name: "MockingBenchmarks", dependencies: ["Mocking"], path: "Tests/Benchmarks/Mocking"),
        .executableTarget(
            name: "ControlChannelBenchmarks", dependencies: ["ControlChannel"],
            path: "Tests/Benchmarks/ControlChannel"),
        .executableTarget(
            name: "EngineBenchmarks",
            dependencies: [
                "MockEngine", "MockParsing",
                .product(name: "SystemPackage", package: "swift-system", condition: tools),
            ],
            path: "Tests/Benchmarks/Engine"),
        .testTarget(name: "GoldenTests", dependencies: ["Mocking", "MockingTestSupport"]),
        // Mocks of styles without a library: no target may help them.
        .testTarget(name: "SpyTests"),
        .testTarget(name: "MockSixTests", dependencies: ["MockSix", "MockingTestSupport"]),
        .testTarget(name: "MimusTests", dependencies: ["Mimus", "MockingTestSupport"]),
        .testTarget(name: "MockWrappersTests", dependencies: ["MockWrappers", "MockingTestSupport"]),
        .testTarget(name: "MockingTests", dependencies: ["Mocking", "MockingTestSupport"]),
        .testTarget(name: "MockParsingTests", dependencies: ["MockModel", "MockParsing"]),
        .testTarget(name: "MockGenerationTests", dependencies: ["MockModel", "MockParsing", "MockGeneration"]),
        .testTarget(
            name: "MockTemplateTests",
            dependencies: ["MockModel", "MockParsing", "MockGeneration", "MockTemplates"]
        ),
        .testTarget(
            name: "MockEngineTests",
            dependencies: [
                "LinuxSystem", "MockModel", "MockParsing", "MockGeneration", "MockTemplates", "MockEngine", "Mocking",
            ]
        ),
        .testTarget(
            name: "FileWatchingTests", dependencies: ["MockModel", "FileWatching", "WatcherFrames", "mockd-watcher"]),
        .testTarget(
            name: "ControlChannelTests", dependencies: ["ControlChannel", "ControlServer", "mockctl"],
            exclude: ["Texts"]),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "LinuxSystem", "MockModel", "MockGeneration", "MockEngine", "mockd", "mockctl", "mockd-watcher",
                "ControlChannel",
            ],
            exclude: ["Features", "Integrations/BazelWorkspace", "Texts", "Worker/Recorded"]
        ),
    ]
)

var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
// `.ci/run` sets this. Everyone who depends on this package by path would get the setting, too, and a new compiler's
// warning would break their build.
let isStrict = Context.environment["MOCKD_WARNINGS_AS_ERRORS"] != nil
if isStrict { settings.append(.treatAllWarnings(as: .error)) }

// `.ci/fuzz` sets this. Then Tests/Fuzzing is a program that libFuzzer drives, and our own code counts the edges that
// it takes; otherwise it is a test target that replays the inputs that the fuzzers found.
let isFuzzing = Context.environment["MOCKD_FUZZING"] != nil
let fuzzed: [Target.Dependency] = [
    "LinuxSystem", "MockModel", "MockParsing", "MockGeneration", "MockEngine", "FileWatching", "ControlChannel",
    "ControlServer",
    .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
    .product(name: "SystemPackage", package: "swift-system", condition: tools),
    .product(name: "NIOCore", package: "swift-nio", condition: tools),
    .product(name: "NIOEmbedded", package: "swift-nio", condition: tools),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: tools),
]

if isFuzzing {
    package.targets.append(
        .executableTarget(
            name: "Fuzzers", dependencies: fuzzed, path: "Tests/Fuzzing", exclude: ["Corpora", "CorpusTests.swift"],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
    settings.append(.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"]))
} else {
    package.targets.append(
        .testTarget(
            name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing", exclude: ["Corpora", "Fuzzers.swift"]))
}

for target in package.targets where target.type != .system { target.swiftSettings = settings }

if let toolchainSyntax {
    for target in package.targets where target.type != .system {
        // The toolchain's enums may get more cases: a `switch` without them is an error in Swift 6 only.
        let mode: [SwiftSetting] = target.name == "MockParsing" ? [.swiftLanguageMode(.v5)] : []
        target.swiftSettings = settings.dropLast(isStrict ? 1 : 0) + [.unsafeFlags(["-I", toolchainSyntax])] + mode
        let path = ["-L", toolchainSyntax, "-Xlinker", "-rpath", "-Xlinker", toolchainSyntax]
        target.linkerSettings = [.unsafeFlags(path)]
    }
}

// Each target in Sources has a README, which SwiftPM would warn of. Not so in the folder of a system library.
for target in package.targets where target.path == nil && target.type != .system && target.type != .test {
    target.exclude.append("README.md")
}
