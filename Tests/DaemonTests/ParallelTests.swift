import Glibc

/// Limits how many tests of the whole bundle run at a time: as many as there are cores, and at least two. They start
/// daemons and compilers, which would wait for each other too long if all ran side by side on few cores.
///
/// `swift test` needs no argument, because the loader calls the closure before the testing library reads its variable.
/// A value that the variable has stays.
@section(".init_array") @used
private let limitParallelTests: @convention(c) () -> Void = {
    let cores = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    _ = setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "\(cores)", 0)
}
