"""Mocks of Swift modules, made by mockd. README.md explains how the rules work together."""

load(
    "//private:declarations.bzl",
    _MockdDeclarationsInfo = "MockdDeclarationsInfo",
)
load(
    "//private:rules.bzl",
    _mockd_index = "mockd_index",
    _mockd_interfaces = "mockd_interfaces",
    _mockd_mocks = "mockd_mocks",
)

MockdDeclarationsInfo = _MockdDeclarationsInfo

def mockd_mocks(
        name,
        srcs,
        module,
        deps = [],
        interfaces = [],
        style = "typed",
        access = "inherit",
        imports = [],
        defines = [],
        out = None,
        **kwargs):
    """Writes the mocks of a module into one file, for the `srcs` of a test or of a library of mocks.

    Args:
        name: The name of the target.
        srcs: The sources of the module.
        module: The module, as `import` spells it.
        deps: The modules that the sources import: targets of `mockd_index` or `mockd_interfaces`.
        interfaces: Modules without sources: targets of `mockd_interfaces`.
        style: The shape of the generated code.
        access: How far the mocks can be seen: `inherit`, `internal`, `package` or `public`.
        imports: Modules that the file imports in addition to those that it needs.
        defines: The compilation conditions that hold in `#if`.
        out: The file; `NAME.swift` if it is not given.
        **kwargs: `import_style`, `mock`, `mock_name`, `template`, `template_arguments`, and what every rule has.
    """
    _mockd_mocks(
        name = name,
        srcs = srcs,
        module = module,
        deps = deps,
        interfaces = interfaces,
        style = style,
        access = access,
        imports = imports,
        defines = defines,
        out = out or name + ".swift",
        **kwargs
    )

def mockd_index(name, srcs, module, deps = [], defines = [], testable = False, **kwargs):
    """Writes the declarations of a module that mocks of others need, and passes on those of its dependencies.

    Args:
        name: The name of the target; the file is `NAME.mockd-index`.
        srcs: The sources of the module.
        module: The module, as `import` spells it.
        deps: The modules that the sources import: targets of `mockd_index` or `mockd_interfaces`.
        defines: The compilation conditions that hold in `#if`.
        testable: True to include internal declarations, for a module that says `@testable import`.
        **kwargs: What every rule has, such as `visibility`.
    """
    _mockd_index(
        name = name,
        srcs = srcs,
        module = module,
        deps = deps,
        defines = defines,
        testable = testable,
        **kwargs
    )

def mockd_interfaces(name, interfaces, deps = [], **kwargs):
    """Names the interfaces of modules that are compiled elsewhere, as `swift-synthesize-interface` prints them.

    Args:
        name: The name of the target.
        interfaces: A dictionary of modules and labels: `{"Shop": ":Shop.interface"}`.
        deps: More targets of `mockd_interfaces` or `mockd_index`, for modules that these ones import.
        **kwargs: What every rule has, such as `visibility`.
    """
    modules = {}
    for module, label in interfaces.items():
        if label in modules:
            fail("mockd_interfaces '{}': {} is the interface of '{}' already".format(name, label, modules[label]))
        modules[label] = module
    _mockd_interfaces(name = name, interfaces = modules, deps = deps, **kwargs)
