"""The rules that `defs.bzl` wraps."""

load(":actions.bzl", "TOOL_ATTRS", "write_index", "write_mocks")
load(":declarations.bzl", "MockdDeclarationsInfo", "declarations")
load(":options.bzl", "OPTION_ATTRS", "mock_options")

_MODULE_ATTRS = {
    "defines": attr.string_list(doc = "The compilation conditions that hold in `#if`."),
    "deps": attr.label_list(
        doc = "The modules that the sources import: targets of `mockd_index` or `mockd_interfaces`.",
        providers = [MockdDeclarationsInfo],
    ),
    "module": attr.string(doc = "The module, as `import` spells it.", mandatory = True),
    "srcs": attr.label_list(
        doc = "The sources of the module.",
        allow_files = [".swift"],
        allow_empty = False,
        mandatory = True,
    ),
}

def _with(*dictionaries):
    return {key: value for dictionary in dictionaries for key, value in dictionary.items()}

def _mockd_index_impl(ctx):
    output = ctx.actions.declare_file(ctx.label.name + ".mockd-index")
    write_index(ctx, ctx.attr.module, ctx.files.srcs, output, ctx.attr.defines, ctx.attr.testable)
    return [
        DefaultInfo(files = depset([output])),
        declarations(ctx.attr.deps, indexes = [struct(module = ctx.attr.module, file = output)]),
    ]

mockd_index = rule(
    doc = "Writes the declarations of a module that mocks of others need.",
    implementation = _mockd_index_impl,
    attrs = _with(_MODULE_ATTRS, TOOL_ATTRS, {
        "testable": attr.bool(doc = "True to include internal declarations, for a module with `@testable import`."),
    }),
    provides = [MockdDeclarationsInfo],
)

def _mockd_mocks_impl(ctx):
    write_mocks(
        ctx,
        ctx.attr.module,
        ctx.files.srcs,
        ctx.outputs.out,
        declarations(ctx.attr.deps + ctx.attr.interfaces),
        mock_options(ctx),
        ctx.attr.defines,
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

mockd_mocks = rule(
    doc = "Writes the mocks of a module into one file.",
    implementation = _mockd_mocks_impl,
    attrs = _with(_MODULE_ATTRS, OPTION_ATTRS, TOOL_ATTRS, {
        "interfaces": attr.label_list(
            doc = "Modules without sources: targets of `mockd_interfaces`.",
            providers = [MockdDeclarationsInfo],
        ),
        "out": attr.output(doc = "The file.", mandatory = True),
    }),
)

def _mockd_interfaces_impl(ctx):
    entries = []
    for target, module in ctx.attr.interfaces.items():
        files = target[DefaultInfo].files.to_list()
        if len(files) != 1:
            fail("{} has {} files; the interface of '{}' is one".format(target.label, len(files), module))
        entries.append(struct(module = module, file = files[0]))
    return [
        DefaultInfo(files = depset([entry.file for entry in entries])),
        declarations(ctx.attr.deps, interfaces = entries),
    ]

mockd_interfaces = rule(
    doc = "Names the interfaces of compiled modules.",
    implementation = _mockd_interfaces_impl,
    attrs = {
        "deps": attr.label_list(
            doc = "More targets of `mockd_interfaces` or `mockd_index`, for modules that these ones import.",
            providers = [MockdDeclarationsInfo],
        ),
        "interfaces": attr.label_keyed_string_dict(
            doc = "The file with the interface of each module, and the module's name.",
            allow_files = True,
            mandatory = True,
        ),
    },
    provides = [MockdDeclarationsInfo],
)
