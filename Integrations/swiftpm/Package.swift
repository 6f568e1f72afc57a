// swift-tools-version: 6.1
import Foundation
import PackageDescription

// A package of its own: a package that depends on the library `Mocking` gets no program, and no plugin.
//
// An artifact bundle beside this manifest, as `Integrations/release/build.sh` makes it, comes before the `mockd` of PATH.
let bundle = ["mockd.artifactbundle", "mockd.artifactbundle.zip"].first {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\($0)")
}
let tool: [Target.Dependency] = bundle == nil ? [] : ["mockd"]

let package = Package(
    name: "mockd-plugins",
    products: [
        .plugin(name: "MocksCommand", targets: ["MocksCommand"]),
        .plugin(name: "MocksBuildTool", targets: ["MocksBuildTool"]),
    ],
    targets: [
        .plugin(
            name: "MocksCommand",
            capability: .command(
                intent: .custom(verb: "mocks", description: "Brings the mocks of this package up to date."),
                permissions: [.writeToPackageDirectory(reason: "The mocks are files of the test targets.")]),
            dependencies: tool),
        .plugin(name: "MocksBuildTool", capability: .buildTool(), dependencies: tool),
    ] + (bundle.map { [.binaryTarget(name: "mockd", path: $0)] } ?? [])
)
