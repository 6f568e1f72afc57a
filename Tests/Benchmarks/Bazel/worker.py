#!/usr/bin/env python3
"""Measures `mockd worker`: the time of a request for one changed file, and the memory that many requests need.

    Tests/Benchmarks/Bazel/worker.py PATH_OF_MOCKD [--files 1000] [--rounds 200] [--requests 10000]

The requests are those of Bazel: the arguments, and the digests of all inputs; outputs are removed before. Each round edits
one file of a large module and asks a worker, and each tenth one a process of its own as well. A time is from the first
byte of the request to the last of the answer. Processor time is that of both processes of the worker: unlike the time, it
is about the same on a machine that has other work. Use a release build.
"""

import argparse
import hashlib
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time

# Leaves no compiled copy of the neighbour behind.
sys.dont_write_bytecode = True

from simulate import closures, source

HERMETIC = ["--cache", "none", "--no-toolchain", "--quiet", "-j", "1"]
TICKS = os.sysconf("SC_CLK_TCK")


def number(value):
    """Returns a number as protocol buffers have it."""
    encoded = bytearray()
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes(encoded + bytes([value]))


def field(tag, value):
    """Returns a field of bytes or of text."""
    value = value if isinstance(value, bytes) else value.encode()
    return number(tag << 3 | 2) + number(len(value)) + value


def request(arguments, inputs, name):
    """Returns a request with a number; `inputs` has the digests of all files by their paths."""
    message = b"".join(field(1, argument) for argument in arguments)
    message += b"".join(field(2, field(1, path) + field(2, digest)) for path, digest in inputs.items())
    message += number(3 << 3) + number(name)
    return number(len(message)) + message


def fields(message):
    """Returns the fields of an answer by their tags."""
    found, place = {}, 0

    def next_number():
        nonlocal place
        value = shift = 0
        while True:
            byte = message[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(message):
        key = next_number()
        value = next_number()
        if key & 7 == 2:
            found[key >> 3] = message[place : place + value]
            place += value
        else:
            found[key >> 3] = value
    return found


class Worker:
    """A worker with the two streams that a build system holds."""

    def __init__(self, program, folder, *options):
        command = [program, "worker", "--persistent_worker", *options]
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.received = b""

    def send(self, message):
        """Writes all of a message; answers that arrive meanwhile are kept, so neither side waits for the other."""
        rest = memoryview(message)
        while rest:
            readable, writable, _ = select.select([self.process.stdout], [self.process.stdin], [])
            if readable:
                self.receive()
            if writable:
                rest = rest[os.write(self.process.stdin.fileno(), rest[: select.PIPE_BUF]) :]

    def receive(self):
        piece = os.read(self.process.stdout.fileno(), 1 << 16)
        if not piece:
            sys.exit("the worker has ended")
        self.received += piece

    def answer(self):
        """Waits for an answer and returns its number."""
        while True:
            length = place = 0
            for place, byte in enumerate(self.received):
                length |= (byte & 127) << 7 * place
                if byte < 128:
                    break
            end = place + 1 + length
            if self.received and self.received[place] < 128 and len(self.received) >= end:
                found = fields(self.received[place + 1 : end])
                self.received = self.received[end:]
                if found.get(1, 0) != 0:
                    sys.exit(found.get(2, b"").decode())
                return found.get(3, 0)
            self.receive()

    def processes(self):
        """Returns the process that talks to the build system, and the one that performs requests."""
        first = self.process.pid
        children = []
        for thread in os.listdir(f"/proc/{first}/task"):
            with open(f"/proc/{first}/task/{thread}/children", encoding="utf-8") as file:
                children += map(int, file.read().split())
        return [first] + children

    def processor_time(self):
        """Returns the seconds that both processes ran."""
        total = 0
        for process in self.processes():
            with open(f"/proc/{process}/stat", encoding="utf-8") as file:
                values = file.read().rpartition(")")[2].split()
            total += int(values[11]) + int(values[12])
        return total / TICKS

    def memory(self):
        """Returns the resident memory of each process in MiB, now and at its highest."""
        found = []
        for process in self.processes():
            with open(f"/proc/{process}/status", encoding="utf-8") as file:
                lines = dict(line.split(":", 1) for line in file)
            found.append(tuple(int(lines[key].split()[0]) / 1024 for key in ["VmRSS", "VmHWM"]))
        return found

    def forget_peak(self):
        """Has the kernel count the highest memory anew: a start needs code that no request needs."""
        for process in self.processes():
            with open(f"/proc/{process}/clear_refs", "w", encoding="utf-8") as file:
                file.write("5")

    def finish(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            sys.exit(f"the worker ended with status {self.process.returncode}")


class Module:
    """A module on the disk, and the two actions about it."""

    def __init__(self, folder, module, files, below=()):
        self.folder, self.module = folder, module
        self.inputs = {}
        for name in range(files):
            self.save(name)
        self.import_from(below)

    def import_from(self, modules):
        """Names the modules whose indexes are inputs of the mocks."""
        self.below = [f"Module{other}={self.index_of(other)}" for other in modules]
        self.indexes = [self.index_of(other) for other in modules]

    @staticmethod
    def index_of(module):
        return f"out/Module{module}.mockd-index"

    def save(self, name, **edit):
        path = f"Module{self.module}/File{name}.swift"
        text = source(self.module, name, **edit).encode()
        os.makedirs(os.path.join(self.folder, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(self.folder, path), "wb") as file:
            file.write(text)
        self.inputs[path] = hashlib.sha256(text).hexdigest()

    def arguments(self, action):
        arguments = [action, "--module", f"Module{self.module}", "--sources", *self.inputs]
        if action == "index":
            return arguments + ["--output", self.index_of(self.module)] + HERMETIC
        for below in self.below:
            arguments += ["--dependency", below]
        return arguments + ["--output", f"out/Module{self.module}.swift", "--even-empty"] + HERMETIC

    def remove(self, action):
        """Removes the output, as a build system does before an action."""
        ending = "mockd-index" if action == "index" else "swift"
        try:
            os.remove(os.path.join(self.folder, f"out/Module{self.module}.{ending}"))
        except FileNotFoundError:
            pass

    def request(self, action, name):
        inputs = dict(self.inputs)
        if action == "generate":
            for path in self.indexes:
                with open(os.path.join(self.folder, path), "rb") as file:
                    inputs[path] = hashlib.sha256(file.read()).hexdigest()
        return request(self.arguments(action), inputs, name)


def run_alone(program, module, action):
    """Runs an action as a process of its own; returns its time and its processor time."""
    module.remove(action)
    start = time.perf_counter()
    process = subprocess.Popen([program] + module.arguments(action), cwd=module.folder)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"mockd {action} ended with status {status}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def milliseconds(times):
    times = sorted(times)
    return f"median {times[len(times) // 2] * 1e3:.1f} ms, 99% {times[len(times) * 99 // 100] * 1e3:.1f} ms"


def measure_requests(program, folder, files, rounds):
    below = Module(folder, 0, files)
    run_alone(program, below, "index")
    module = Module(folder, 1, files, below=[0])
    worker = Worker(program, folder)
    for action in ["generate", "index"]:
        module.remove(action)
        start = time.perf_counter()
        worker.send(module.request(action, 1))
        worker.answer()
        worker.forget_peak()
        print(f"{action}, first request: {(time.perf_counter() - start) * 1e3:.1f} ms", flush=True)
    for kind in ["body", "protocol"]:
        for action in ["generate", "index"]:
            warm, alone, processor = [], [], 0
            for turn in range(rounds):
                edited = turn * 10 % files
                if kind == "body":
                    module.save(edited, body=f"number + {turn}")
                else:
                    module.save(edited, requirement=f"func close{turn}()")
                module.remove(action)
                message = module.request(action, turn)
                before = worker.processor_time()
                start = time.perf_counter()
                worker.send(message)
                worker.answer()
                warm.append(time.perf_counter() - start)
                processor += worker.processor_time() - before
                if turn % 10 == 0:
                    alone.append(run_alone(program, module, action))
            print(
                f"{action}, {kind} edited: {milliseconds(warm)}, processor time {processor / rounds * 1e3:.1f} ms; "
                f"own process {milliseconds([each[0] for each in alone])}, processor time "
                f"{sum(each[1] for each in alone) / len(alone) * 1e3:.1f} ms", flush=True)
    print_memory(worker, f"{2 + 4 * rounds} requests about {files} files")
    worker.finish()


def print_memory(worker, when):
    supervisor, performer = worker.memory()
    print(
        f"memory after {when}: {supervisor[0]:.1f} + {performer[0]:.1f} MiB, at most "
        f"{supervisor[1]:.1f} + {performer[1]:.1f} = {supervisor[1] + performer[1]:.1f} MiB", flush=True)


def measure_memory(program, folder, count, modules=200, files=100):
    """Asks for modules in no order, several at once; each third request is about an edit."""
    all_modules = [Module(folder, number, files) for number in range(modules)]
    for module in all_modules:
        run_alone(program, module, "index")
    for module, below in zip(all_modules, closures(modules)):
        module.import_from(sorted(below))
    chance = random.Random(1)
    worker = Worker(program, folder)
    under_way = {}
    start = time.perf_counter()
    for name in range(1, count + 1):
        # Two requests never have the same output.
        module = chance.choice([each for each in all_modules if each not in under_way.values()])
        # The index of a module may be an input of another request, so its bytes stay: only mocks are asked for.
        edited = chance.randrange(files)
        if name % 3 == 0:
            module.save(edited, body=f"number + {name}")
        elif name % 10 == 0:
            module.save(edited // 10 * 10, requirement=f"func close{name}()")
        module.remove("generate")
        under_way[name] = module
        worker.send(module.request("generate", name))
        if len(under_way) == 8:
            del under_way[worker.answer()]
        if name == 8:
            worker.forget_peak()
        if name % (count // 5) == 0:
            print_memory(worker, f"{name} requests about {modules} modules with {files} files each")
    while under_way:
        del under_way[worker.answer()]
    print(f"{count} requests, 8 at once: {(time.perf_counter() - start) / count * 1e3:.1f} ms each")
    worker.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--requests", type=int, default=10000)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = tempfile.mkdtemp(prefix="mockd-worker-")
    try:
        for name, measure, amount in [
            ("requests", lambda place: measure_requests(program, place, options.files, options.rounds), options.rounds),
            ("memory", lambda place: measure_memory(program, place, options.requests), options.requests),
        ]:
            place = os.path.join(folder, name)
            os.makedirs(place + "/out")
            if amount:
                measure(place)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
