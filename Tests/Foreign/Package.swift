// swift-tools-version: 6.3
import PackageDescription

// Code that uses types of other packages, and tests with mocks of them. `.ci/full foreign` makes the mocks and runs the
// tests; nothing that mockd writes here is committed.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Foreign",
    dependencies: [
        .package(name: "mockd", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
    ],
    targets: [
        .target(
            name: "Kitchen",
            dependencies: [
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "KitchenTests",
            dependencies: [
                "Kitchen", .product(name: "Mocking", package: "mockd"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
            ],
            swiftSettings: settings),
    ]
)
