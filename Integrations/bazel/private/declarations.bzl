"""The provider that carries declarations from module to module."""

MockdDeclarationsInfo = provider(
    doc = """The declarations of a module and of all modules below it.

    Mocks depend on declarations of other modules where a protocol refines one of them or mentions a typealias.
    """,
    fields = {
        "files": "A depset of all files that the two others name.",
        "indexes": "A depset of structs with `module` and `file`: what `mockd index` wrote.",
        "interfaces": "A depset of structs with `module` and `file`: interfaces of compiled modules.",
    },
)

def declarations(deps, indexes = [], interfaces = []):
    """Returns the declarations of the dependencies together with more.

    Args:
        deps: Targets; those without declarations are passed over.
        indexes: Structs with `module` and `file`.
        interfaces: Structs with `module` and `file`.
    """
    below = [dep[MockdDeclarationsInfo] for dep in deps if MockdDeclarationsInfo in dep]
    return MockdDeclarationsInfo(
        files = depset(
            [entry.file for entry in indexes + interfaces],
            transitive = [info.files for info in below],
        ),
        indexes = depset(indexes, transitive = [info.indexes for info in below]),
        interfaces = depset(interfaces, transitive = [info.interfaces for info in below]),
    )
