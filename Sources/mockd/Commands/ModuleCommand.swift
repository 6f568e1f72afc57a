internal import ArgumentParser
internal import ControlChannel
internal import MockEngine
internal import SystemPackage

/// A command that makes the files of one module: in a process of its own, or as a request to a worker.
///
/// The steps are the same in both. A worker keeps the engine between them, and runs them for another set of files.
protocol ModuleCommand {
    var common: EngineOptions { get }

    /// The files and folders that the command writes, as the user wrote them.
    var writtenPaths: [String] { get }

    /// Returns the module that the arguments describe; ends the command with the problems of the arguments.
    func describedProject(_ console: Console) throws -> Project

    /// Returns an engine for the project, which keeps nothing on the disk.
    func engine(for project: Project, _ files: RequestFiles) -> Engine

    /// Writes the files besides those of the engine, prints what was found, and returns the exit status.
    func finish(_ report: EngineReport, of engine: Engine, _ context: RunContext) -> Int32
}

/// The surroundings of a command: those of this process, or of a request to a worker.
struct RunContext {
    let console: Console
    let start = ContinuousClock.now
    /// The files of a request; `nil` in a process of its own.
    var request: RequestFiles?

    /// The disk, or the part of it that a request may see.
    var files: any FileSystem { request ?? LocalFileSystem() }

    /// Makes the files of a request reach the disk. A process of its own has written them already.
    ///
    /// - Returns: The outputs that the build system had removed and that are as they were.
    func complete(_ report: inout EngineReport) -> [FilePath] { request?.complete(&report) ?? [] }
}
