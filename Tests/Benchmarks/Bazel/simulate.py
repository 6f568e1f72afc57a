#!/usr/bin/env python3
"""Builds the mocks of a large repository with Bazel, and prints the costs of edits.

    Tests/Benchmarks/Bazel/simulate.py PATH_OF_MOCKD [--modules 1000] [--files 100] [--only indexes|sources]

Each module imports some others, directly a few and through them up to some dozens. The mocks of a module are made twice:
with the indexes of all modules below it, and with their sources instead. Nothing is compiled. Use a release build.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

CORE = 20
GROUP = 25
REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def dependencies(number):
    """Returns the modules that a module imports: a tree of core modules, and groups of features above it."""
    if number < CORE:
        return [(number - 1) // 2] if number else []
    group, place = divmod(number - CORE, GROUP)
    core = {(group * 7 + place) % CORE, (group + place * 3) % CORE}
    first = number - place
    return sorted(core | ({number - 1, first + place // 2} if place else set()))


def closures(modules):
    """Returns the modules below each module, itself excluded."""
    below = []
    for number in range(modules):
        direct = dependencies(number)
        below.append(set(direct).union(*(below[other] for other in direct)))
    return below


def source(module, number, body="number", requirement=""):
    """Returns the text of a source: one of ten has a mocked protocol, which refines one of a module below."""
    imports = dependencies(module)
    lines = [f"import Module{other}" for other in imports] + [""]
    kind = f"Type{module}x{number}"
    if number % 10 == 0:
        parent = f": Service{imports[number // 10 % len(imports)]}x{number}" if imports and number % 20 == 0 else ""
        lines += [
            "/// Loads and stores what the other types of this file describe.",
            "/// @mockable",
            f"public protocol Service{module}x{number}{parent} {{",
            f"    func load{module}x{number}(_ name: String, limit: Int) async throws -> [{kind}]",
            f"    func store{module}x{number}(_ value: {kind}, under name: String) -> Bool",
            f"    var state{module}x{number}: {kind} {{ get set }}",
        ] + ([f"    {requirement}"] if requirement else []) + ["}", ""]
    lines += [f"public struct {kind}: Sendable {{"]
    for field in range(6):
        lines.append(f"    public var field{field}: Int")
    for method in range(6):
        lines += [
            "",
            f"    /// Returns the sum of the fields that are greater than a number, {method} times.",
            f"    func sum{method}(above number: Int) -> Int {{",
            "        let fields = [field0, field1, field2, field3, field4, field5]",
            f"        return fields.filter {{ $0 > {body} }}.reduce(0, +) * {method}",
            "    }",
        ]
    return "\n".join(lines + ["}", ""])


WORKSPACE = """workspace(name = "monorepo")
local_repository(name = "mockd", path = "{repository}/Integrations/bazel")
load("@mockd//:repositories.bzl", "mockd_installed")
mockd_installed(name = "mockd_installed", path = "{program}")
"""

RULES = """load("@mockd//:defs.bzl", "MockdDeclarationsInfo", "mockd_index", "mockd_mocks")

def _sources_impl(ctx):
    below = [dep[MockdDeclarationsInfo] for dep in ctx.attr.deps]
    entries = [struct(module = ctx.attr.module, file = file) for file in ctx.files.srcs]
    return [MockdDeclarationsInfo(
        files = depset(ctx.files.srcs, transitive = [info.files for info in below]),
        indexes = depset(entries, transitive = [info.indexes for info in below]),
        interfaces = depset(),
    )]

# Carries the sources of a module where mockd_index carries its index.
sources = rule(
    implementation = _sources_impl,
    attrs = {
        "deps": attr.label_list(),
        "module": attr.string(),
        "srcs": attr.label_list(allow_files = True),
    },
)

def module(name, deps):
    srcs = native.glob(["*.swift"])
    native.package(default_visibility = ["//visibility:public"])
    for kind, rule in [("indexes", mockd_index), ("sources", sources)]:
        below = ["//%s:%s" % (dep, kind) for dep in deps]
        rule(name = kind, srcs = srcs, module = name, deps = below)
        mockd_mocks(name = "mocks_with_" + kind, srcs = srcs, module = name, deps = below)
"""


class Monorepo:
    def __init__(self, folder, program, modules, files):
        self.root, self.modules, self.files = folder + "/monorepo", modules, files
        self.base = folder + "/base"
        self.write("WORKSPACE.bazel", WORKSPACE.format(repository=REPOSITORY, program=program))
        self.write("rules.bzl", RULES)
        self.bytes = 0
        for module in range(modules):
            deps = [f"Module{other}" for other in dependencies(module)]
            self.write(
                f"Module{module}/BUILD.bazel",
                f'load("//:rules.bzl", "module")\nmodule("Module{module}", {deps})\n'.replace("'", '"'))
            for number in range(files):
                self.bytes += self.save(module, number)
        groups = "".join(
            f'filegroup(name = "{kind}", srcs = {[f"//Module{m}:mocks_with_{kind}" for m in range(modules)]})\n'
            for kind in ["indexes", "sources"])
        self.write("BUILD.bazel", groups.replace("'", '"'))

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            return file.write(text)

    def save(self, module, number, **edit):
        return self.write(f"Module{module}/File{number}.swift", source(module, number, **edit))

    def bazel(self, *arguments):
        command = ["bazel", "--nohome_rc", f"--output_base={self.base}", "--max_idle_secs=60"]
        result = subprocess.run(command + list(arguments), cwd=self.root, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(result.stdout + result.stderr)
        return result.stdout + result.stderr

    def build(self, kind, what):
        start = time.monotonic()
        output = self.bazel(
            "build", f"//:{kind}", "--@mockd//:program=@mockd_installed//:mockd", "--noshow_progress", "--nosandbox_debug")
        seconds = time.monotonic() - start
        # Actions of Bazel itself, such as links to sources, are "internal".
        processes = re.search(r"(\d+) process(?:es)?: (?:(\d+) internal)?", output)
        actions = int(processes[1]) - int(processes[2] or 0) if processes else 0
        print(f"{what} with {kind}: {actions} actions, {seconds:.1f} s", flush=True)

    def index_bytes(self):
        """Returns the size of each module's index; 0 where none is needed."""
        folder = os.path.join(self.root, "bazel-bin")
        paths = [f"{folder}/Module{module}/indexes.mockd-index" for module in range(self.modules)]
        return [os.path.getsize(path) if os.path.exists(path) else 0 for path in paths]


def run(monorepo, only):
    below = closures(monorepo.modules)
    above = sum(0 in modules for modules in below)
    count = sum(map(len, below))
    print(
        f"{monorepo.modules} modules with {monorepo.files} files each, {monorepo.bytes / 1e6:.0f} MB; below a module are "
        f"{count / monorepo.modules:.0f} others on average, {max(map(len, below))} at most; {above} are above Module0")
    for kind in ["indexes", "sources"] if only is None else [only]:
        monorepo.build(kind, "first build")
        monorepo.build(kind, "no edit")
        monorepo.save(0, 0, body="number + 1")
        monorepo.build(kind, "body of Module0 edited")
        monorepo.save(0, 0, body="number + 1", requirement="func close()")
        monorepo.build(kind, "protocol of Module0 edited")
        monorepo.save(0, 0)
        if kind == "indexes":
            sizes = monorepo.index_bytes()
            each = monorepo.bytes / monorepo.modules
            made = [size for size in sizes if size]
            print(f"{len(made)} indexes, {sum(made) / 1e6:.1f} MB together, {sum(made) / len(made) / 1e3:.1f} kB each")
            inputs = sum(sizes[other] for modules in below for other in modules)
            print(
                f"inputs of all actions for mocks: {inputs / 1e6:.0f} MB of indexes, or {count * each / 1e6:.0f} MB of "
                f"sources in {count * monorepo.files} files, beside their own {monorepo.bytes / 1e6:.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--modules", type=int, default=1000)
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--only", choices=["indexes", "sources"])
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="mockd-bazel-")
    monorepo = Monorepo(folder, os.path.abspath(options.program), options.modules, options.files)
    try:
        run(monorepo, options.only)
    finally:
        monorepo.bazel("shutdown")
        subprocess.run(["chmod", "-R", "u+w", folder], check=True)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
