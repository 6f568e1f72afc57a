"""The two actions: the index of a module, and its mocks."""

load(":settings.bzl", "FlagInfo")

# What a rule or an aspect needs that calls these functions.
TOOL_ATTRS = {
    "_program": attr.label(
        default = "//:program",
        cfg = "exec",
        executable = True,
        allow_files = True,
    ),
    "_use_worker": attr.label(default = "//:use_worker"),
    "_worker_protocol": attr.label(default = "//:worker_protocol"),
}

# Paths of inputs are relative, so nothing of the machine is in an output. No compiler is asked and nothing is kept.
_HERMETIC = ["--cache", "none", "--no-toolchain", "--quiet", "-j", "1"]

def _assignment(entry):
    return entry.module + "=" + entry.file.path

def _run(ctx, args, mnemonic, inputs, output, message):
    executable = ctx.executable._program
    args.add_all(_HERMETIC)

    # Generated sources are named without the folder of the configuration: all configurations share an entry of the cache.
    args.add("--path-prefix-map", ctx.bin_dir.path + "=")
    if ctx.attr._use_worker[FlagInfo].value:
        args.use_param_file("@%s", use_always = True)
        args.set_param_file_format("multiline")
        protocol = ctx.attr._worker_protocol[FlagInfo].value
        arguments = ["worker", "--protocol", protocol, args]
        requirements = {
            "requires-worker-protocol": protocol,
            "supports-multiplex-sandboxing": "1",
            "supports-multiplex-workers": "1",
            "supports-worker-cancellation": "1",
            "supports-workers": "1",
            "worker-key-mnemonic": "Mockd",
        }
    else:
        arguments = [args]
        requirements = {}
    ctx.actions.run(
        executable = executable,
        arguments = arguments,
        inputs = inputs,
        outputs = [output],
        mnemonic = mnemonic,
        progress_message = message,
        execution_requirements = requirements,
    )

def _module_args(ctx, command, module, srcs, output, defines):
    args = ctx.actions.args()
    args.add(command)
    args.add("--module", module)
    args.add_all("--sources", srcs)
    args.add("--output", output)
    args.add_all(defines, before_each = "--define")
    return args

def write_index(ctx, module, srcs, output, defines = [], testable = False):
    """Declares the action that writes the declarations of a module for others.

    Args:
        ctx: The context of a rule or an aspect with `TOOL_ATTRS`.
        module: The name of the module.
        srcs: Its sources, a list of files.
        output: The index, whose name ends in `.mockd-index`.
        defines: The compilation conditions that hold.
        testable: True to include internal declarations.
    """
    args = _module_args(ctx, "index", module, srcs, output, defines)
    if testable:
        args.add("--testable")
    _run(ctx, args, "MockdIndex", depset(srcs), output, "Indexing declarations of " + module)

def write_mocks(ctx, module, srcs, output, declarations, options, defines = []):
    """Declares the action that writes the mocks of a module.

    Args:
        ctx: The context of a rule or an aspect with `TOOL_ATTRS`.
        module: The name of the module.
        srcs: Its sources, a list of files.
        output: The file for all mocks.
        declarations: The `MockdDeclarationsInfo` of the modules that it imports.
        options: A struct that `mock_options` returned.
        defines: The compilation conditions that hold.
    """
    args = _module_args(ctx, "generate", module, srcs, output, defines)
    args.add_all(declarations.indexes, map_each = _assignment, before_each = "--dependency")
    args.add_all(declarations.interfaces, map_each = _assignment, before_each = "--interface")
    args.add_all(options.arguments)
    args.add("--even-empty")
    inputs = depset(srcs + options.files, transitive = [declarations.files])
    _run(ctx, args, "MockdMocks", inputs, output, "Generating mocks of " + module)
