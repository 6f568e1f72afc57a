"""Stands in for rules_swift, which needs a network: the rules and the provider that mockd's rules use."""

SwiftInfo = provider(
    doc = "Modules of Swift.",
    fields = {
        "direct_modules": "A list of structs with `name`.",
        "modules": "A depset of files with compiled modules.",
        "objects": "A depset of files to link.",
    },
)

def _compile(ctx, outputs, inputs, arguments, mnemonic):
    ctx.actions.run_shell(
        outputs = outputs,
        inputs = inputs,
        arguments = arguments,
        command = "swiftc -module-cache-path \"${TMPDIR:-/tmp}/modules\" \"$@\"",
        mnemonic = mnemonic,
        progress_message = mnemonic + " " + ctx.label.name,
        use_default_shell_env = True,
    )

def _arguments(ctx, module, deps):
    modules = depset(transitive = [dep[SwiftInfo].modules for dep in deps])
    arguments = ctx.actions.args()
    arguments.add_all(["-wmo", "-module-name", module])
    arguments.add_all(modules, map_each = _folder, before_each = "-I", uniquify = True)
    arguments.add_all(ctx.attr.copts)
    arguments.add_all(ctx.attr.defines, format_each = "-D%s")
    arguments.add_all(ctx.files.srcs)
    return arguments, depset(ctx.files.srcs, transitive = [modules])

def _folder(file):
    return file.dirname

def _swift_library_impl(ctx):
    module = ctx.attr.module_name or ctx.label.name
    compiled = ctx.actions.declare_file(module + ".swiftmodule")
    object = ctx.actions.declare_file(module + ".o")
    arguments, inputs = _arguments(ctx, module, ctx.attr.deps)
    arguments.add_all(["-parse-as-library", "-enable-testing", "-emit-module", "-emit-module-path", compiled])
    arguments.add_all(["-c", "-o", object])
    _compile(ctx, [compiled, object], inputs, [arguments], "SwiftCompile")
    below = [dep[SwiftInfo] for dep in ctx.attr.deps]
    return [
        DefaultInfo(files = depset([compiled, object])),
        SwiftInfo(
            direct_modules = [struct(name = module)],
            modules = depset([compiled], transitive = [info.modules for info in below]),
            objects = depset([object], transitive = [info.objects for info in below]),
        ),
    ]

_ATTRS = {
    "alwayslink": attr.bool(),
    "copts": attr.string_list(),
    "defines": attr.string_list(),
    "deps": attr.label_list(providers = [SwiftInfo]),
    "module_name": attr.string(),
    "srcs": attr.label_list(allow_files = [".swift"]),
}

swift_library = rule(implementation = _swift_library_impl, attrs = _ATTRS)

def _swift_test_impl(ctx):
    program = ctx.actions.declare_file(ctx.label.name)
    arguments, inputs = _arguments(ctx, ctx.attr.module_name or ctx.label.name, ctx.attr.deps)
    objects = depset(transitive = [dep[SwiftInfo].objects for dep in ctx.attr.deps])
    arguments.add_all(objects)
    arguments.add_all(["-o", program])
    _compile(ctx, [program], depset(transitive = [inputs, objects]), [arguments], "SwiftLink")
    return [DefaultInfo(executable = program)]

swift_test = rule(implementation = _swift_test_impl, attrs = _ATTRS, test = True)

def _swift_interface_impl(ctx):
    info = ctx.attr.library[SwiftInfo]
    output = ctx.actions.declare_file(ctx.label.name + ".swift")
    ctx.actions.run_shell(
        outputs = [output],
        inputs = info.modules,
        arguments = [info.direct_modules[0].name, ctx.files.library[0].dirname, output.path],
        command = "swift-synthesize-interface -module-name $1 -I $2 -target $(uname -m)-unknown-linux-gnu > $3",
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([output]))]

# Prints the interface of a module, as an aspect of rules_swift does.
swift_interface = rule(
    implementation = _swift_interface_impl,
    attrs = {"library": attr.label(providers = [SwiftInfo])},
)
