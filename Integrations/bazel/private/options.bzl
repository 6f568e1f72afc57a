"""The attributes that say how mocks look; they are those of `mockd generate` and `.mockd.yml`."""

OPTION_ATTRS = {
    "access": attr.string(
        doc = "How far the mocks can be seen; `inherit` is as far as the mocked type.",
        default = "inherit",
        values = ["inherit", "internal", "package", "public"],
    ),
    "import_style": attr.string(
        doc = "The import of the module in the file with the mocks: `testable`, `plain`, or `none` for the same module.",
        default = "testable",
        values = ["testable", "plain", "none"],
    ),
    "imports": attr.string_list(
        doc = "Modules that the file with the mocks imports in addition to those that it needs.",
    ),
    "mock": attr.string(
        doc = "The protocols that are mocked.",
        default = "annotated",
        values = ["annotated", "all"],
    ),
    "mock_name": attr.string(
        doc = "The name of a mock.",
        default = "Mock{name}",
    ),
    "style": attr.string(
        doc = "The shape of the generated code.",
        default = "typed",
    ),
    "template": attr.label(
        doc = "A Stencil template that prints the mocks, with `style = \"sourcery\"`.",
        allow_single_file = [".stencil"],
    ),
    "template_arguments": attr.string_dict(
        doc = "The arguments of the template.",
    ),
}

def mock_options(ctx):
    """Returns the options of `mockd generate` that the attributes ask for, and the files that they name."""
    arguments = [
        "--access",
        ctx.attr.access,
        "--import",
        ctx.attr.import_style,
        "--mock",
        ctx.attr.mock,
        "--name",
        ctx.attr.mock_name,
        "--style",
        ctx.attr.style,
    ]
    for module in ctx.attr.imports:
        arguments += ["--extra-import", module]
    if ctx.file.template:
        arguments += ["--template", ctx.file.template.path]
    for key, value in ctx.attr.template_arguments.items():
        arguments += ["--arg", key + "=" + value]
    return struct(
        arguments = arguments,
        files = [ctx.file.template] if ctx.file.template else [],
    )
