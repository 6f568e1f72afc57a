"""Repositories for WORKSPACE, or for `use_repo_rule` in MODULE.bazel."""

def _mockd_installed_impl(repository):
    path = repository.attr.path
    program = repository.path(path) if path else repository.which("mockd")
    if not program or not program.exists:
        fail("no mockd at {}: install it, or set 'path'".format(path or "any folder of PATH"))
    repository.symlink(program, "mockd")
    repository.file("BUILD.bazel", "exports_files([\"mockd\"])\n")

mockd_installed = repository_rule(
    doc = """Makes the mockd of this machine a label: `@NAME//:mockd`.

    Machines that share a cache have to have the same one, or they make each output twice.
    """,
    implementation = _mockd_installed_impl,
    attrs = {
        "path": attr.string(doc = "The program; the first in `PATH` if it is not given."),
    },
    environ = ["PATH"],
    local = True,
)
