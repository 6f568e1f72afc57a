"""For projects with rules_swift, the only file that loads it: mocks of a `swift_library`, without a list of modules."""

load("@build_bazel_rules_swift//swift:swift.bzl", "SwiftInfo", "swift_library")
load("//private:actions.bzl", "TOOL_ATTRS", "write_index", "write_mocks")
load("//private:declarations.bzl", "MockdDeclarationsInfo", "declarations")
load("//private:options.bzl", "OPTION_ATTRS", "mock_options")

_LibraryInfo = provider(
    doc = "What mocks of a library need of it.",
    fields = {
        "below": "The `MockdDeclarationsInfo` of its dependencies.",
        "defines": "A depset of the compilation conditions that hold.",
        "module": "The name of its module, or `None`.",
        "srcs": "Its sources.",
    },
)

def _library_aspect_impl(target, ctx):
    deps = getattr(ctx.rule.attr, "deps", []) + getattr(ctx.rule.attr, "private_deps", [])
    if MockdDeclarationsInfo in target:
        return []
    below = declarations(deps)
    defines = depset(
        getattr(ctx.rule.attr, "defines", []),
        transitive = [dep[_LibraryInfo].defines for dep in deps if _LibraryInfo in dep],
    )
    srcs = [file for file in getattr(ctx.rule.files, "srcs", []) if file.extension == "swift"]
    modules = target[SwiftInfo].direct_modules if SwiftInfo in target else []
    module = modules[0].name if modules and srcs else None
    indexes = []
    if module:
        index = ctx.actions.declare_file(ctx.label.name + ".library.mockd-index")
        write_index(ctx, module, srcs, index, defines.to_list())
        indexes.append(struct(module = module, file = index))
    return [
        declarations(deps, indexes = indexes),
        _LibraryInfo(below = below, defines = defines, module = module, srcs = srcs),
    ]

_library_aspect = aspect(
    doc = "Indexes each `swift_library` on the way down.",
    implementation = _library_aspect_impl,
    attr_aspects = ["deps", "private_deps"],
    attrs = TOOL_ATTRS,
)

def _library_mocks_impl(ctx):
    library = ctx.attr.library[_LibraryInfo]
    if not library.module:
        fail("{} is no swift_library with Swift sources".format(ctx.attr.library.label))
    mixed = declarations(ctx.attr.interfaces)
    write_mocks(
        ctx,
        library.module,
        library.srcs,
        ctx.outputs.out,
        MockdDeclarationsInfo(
            files = depset(transitive = [library.below.files, mixed.files]),
            indexes = depset(transitive = [library.below.indexes, mixed.indexes]),
            interfaces = depset(transitive = [library.below.interfaces, mixed.interfaces]),
        ),
        mock_options(ctx),
        library.defines.to_list(),
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

_library_mocks = rule(
    doc = "Writes the mocks of a `swift_library` into one file.",
    implementation = _library_mocks_impl,
    attrs = dict(list(OPTION_ATTRS.items()) + list(TOOL_ATTRS.items()) + [
        ("interfaces", attr.label_list(providers = [MockdDeclarationsInfo])),
        ("library", attr.label(aspects = [_library_aspect], mandatory = True)),
        ("out", attr.output(mandatory = True)),
    ]),
)

def swift_library_mocks(name, library, interfaces = [], out = None, **kwargs):
    """Writes the mocks of a `swift_library` into one file, for the `srcs` of a `swift_test`.

    Args:
        name: The name of the target.
        library: The `swift_library`; the modules that it imports are found through its `deps`.
        interfaces: Modules without sources: targets of `mockd_interfaces`.
        out: The file; `NAME.swift` if it is not given.
        **kwargs: The options of `mockd_mocks`, such as `style`, and what every rule has.
    """
    _library_mocks(
        name = name,
        library = library,
        interfaces = interfaces,
        out = out or name + ".swift",
        **kwargs
    )

def swift_mock_library(
        name,
        library,
        mocking = ["@mocking//:Mocking"],
        deps = [],
        module_name = None,
        interfaces = [],
        testonly = True,
        visibility = None,
        tags = [],
        **kwargs):
    """Makes the mocks of a `swift_library` and compiles them as a module of their own, which several tests can share.

    Args:
        name: The name of the `swift_library` with the mocks.
        library: The `swift_library` whose types are mocked.
        mocking: The library that the mocks of this style call; `[]` for a style that needs none.
        deps: More modules that the mocks import.
        module_name: The module of the mocks; derived from the label if it is not given.
        interfaces: Modules without sources: targets of `mockd_interfaces`.
        testonly: False to let code use it that is no test.
        visibility: As for every rule.
        tags: As for every rule.
        **kwargs: The options of `mockd_mocks`, such as `style` and `access`.
    """
    swift_library_mocks(
        name = name + "_sources",
        library = library,
        interfaces = interfaces,
        testonly = testonly,
        visibility = ["//visibility:private"],
        tags = tags,
        **kwargs
    )
    swift_library(
        name = name,
        srcs = [":" + name + "_sources"],
        module_name = module_name,
        testonly = testonly,
        visibility = visibility,
        tags = tags,
        deps = [library] + mocking + deps,
    )
