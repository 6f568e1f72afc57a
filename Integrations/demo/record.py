#!/usr/bin/env python3
"""Records the terminal session of README.md as an animated SVG, from a real run.

    swift build && Integrations/demo/record.py .build/debug Integrations/demo/demo.svg

The daemon runs in the upper pane, and the lower one edits a package and asks about it. Nothing is staged: the lines and
their order are those of the programs; only pauses are shortened. Needs tmux.
"""

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

COLUMNS, UPPER, LOWER = 104, 6, 15
LONGEST_PAUSE = 1.6
CELL, LINE = 8.4, 19
SESSION = f"mockd-demo-{os.getpid()}"

MANIFEST = """// swift-tools-version: 6.3
import PackageDescription
let package = Package(name: "Kitchen", targets: [
    .target(name: "Kitchen"),
    .testTarget(name: "KitchenTests", dependencies: ["Kitchen", .product(name: "Mocking", package: "mockd")]),
])
"""
COOK = """/// @mockable
protocol Cook {
    func ramen(bowls: Int) -> Bool
}
"""
COMMANDS = [
    "cat Sources/Kitchen/Cook.swift",
    "sed -i 's/bowls: Int)/bowls: Int, soup: String)/' Sources/Kitchen/Cook.swift",
    "sed -i 's/String)/String/' Sources/Kitchen/Cook.swift",
    "sed -i 's/String/String)/' Sources/Kitchen/Cook.swift",
    "mockctl show Cook",
    "mockctl",
]
# The colours of the eight names that terminals number, on a dark ground.
COLORS = ["#6b7280", "#f87171", "#4ade80", "#facc15", "#60a5fa", "#c084fc", "#22d3ee", "#e5e7eb"]


def tmux(*arguments):
    return subprocess.run(["tmux", "-L", SESSION, *arguments], check=True, capture_output=True, text=True).stdout


def capture():
    """Returns the lines of both panes with their colours."""
    panes = [tmux("capture-pane", "-p", "-e", "-t", f"{SESSION}:0.{pane}").split("\n") for pane in (0, 1)]
    rows = [pane[:size] + [""] * (size - len(pane)) for pane, size in zip(panes, (UPPER, LOWER))]
    return tuple(rows[0] + [None] + rows[1])


def record(programs, package):
    """Runs the session and returns its frames, each with the time at which it began."""
    frames, start = [], time.monotonic()

    def watch(seconds=0.0, until=None):
        end = time.monotonic() + (30 if until else seconds)
        while time.monotonic() < end:
            frame = capture()
            if not frames or frames[-1][1] != frame:
                frames.append((time.monotonic() - start, frame))
            if until and any(until in re.sub(r"\x1b\[[0-9;]*m", "", row) for row in frame[:UPPER]):
                return
            time.sleep(0.03)
        if until:
            sys.exit(f"the daemon never said '{until}', but:\n" + "\n".join(row or "" for row in frames[-1][1]))

    environment = [f"PATH={programs}:{os.environ['PATH']}", "PS1=$ ", f"XDG_RUNTIME_DIR={package}-run", "TERM=xterm-256color"]
    shell = ["env", *environment, "bash", "--norc", "--noprofile"]
    tmux("-f", "/dev/null", "new-session", "-d", "-s", SESSION, "-x", str(COLUMNS), "-y", str(UPPER + LOWER + 1), "-c", package, *shell)
    tmux("split-window", "-v", "-l", str(LOWER), "-c", package, "-t", SESSION, *shell)
    try:
        time.sleep(0.5)
        for pane in (0, 1):
            tmux("send-keys", "-t", f"{SESSION}:0.{pane}", "-R", "C-l")
        time.sleep(0.5)
        watch(0.5)
        type_line(0, "mockd watch .", watch)
        watch(until="ready in")
        for command in COMMANDS:
            watch(1.2)
            type_line(1, command, watch)
            watch(1.2)
        watch(2.5)
    finally:
        tmux("kill-server")
    return frames


def type_line(pane, text, watch):
    for piece in re.findall(r".{1,4}", text):
        tmux("send-keys", "-t", f"{SESSION}:0.{pane}", "-l", "--", piece)
        watch(0.04)
    tmux("send-keys", "-t", f"{SESSION}:0.{pane}", "Enter")


def spans(row):
    """Turns a line with colours into spans of SVG."""
    result, color, bold = "", None, False
    for part in re.split(r"(\x1b\[[0-9;]*m)", row.rstrip()):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if code:
            for number in [int(n or 0) for n in code[1].split(";")]:
                if number == 0:
                    color, bold = None, False
                elif number == 1:
                    bold = True
                elif number == 39:
                    color = None
                elif 30 <= number <= 37:
                    color = COLORS[number - 30]
                elif 90 <= number <= 97:
                    color = COLORS[number - 90]
        elif part:
            style = (f' fill="{color}"' if color else "") + (' font-weight="bold"' if bold else "")
            text = html.escape(part).replace(" ", "\u00a0")
            result += f"<tspan{style}>{text}</tspan>" if style else text
    return result


def svg(frames):
    """Draws each line of each frame once, and shows it for the frames that have it."""
    times, now = [], 0.0
    for index, (begin, _) in enumerate(frames):
        times.append(now)
        following = frames[index + 1][0] if index + 1 < len(frames) else begin + 4
        now += min(following - begin, LONGEST_PAUSE if index + 1 < len(frames) else 4)
    total = now
    width, height = COLUMNS * CELL + 32, (UPPER + LOWER + 1) * LINE + 28
    rules, groups = [], []
    for index, (begin, (_, frame)) in enumerate(zip(times, frames)):
        end = times[index + 1] if index + 1 < len(frames) else total
        a, b = 100 * begin / total, 100 * end / total
        rules.append(
            f"@keyframes f{index}{{0%{{visibility:{'visible' if a == 0 else 'hidden'}}}{a:.3f}%{{visibility:visible}}"
            f"{b:.3f}%,100%{{visibility:{'visible' if index + 1 == len(frames) else 'hidden'}}}}}"
            f".f{index}{{animation:f{index} {total:.2f}s step-end infinite}}")
        lines = []
        for row, text in enumerate(frame):
            y = 24 + row * LINE
            if text is None:
                lines.append(f'<path d="M0 {y - 6}H{width}" stroke="#374151"/>')
            elif text.strip():
                lines.append(f'<text x="16" y="{y}">{spans(text)}</text>')
        groups.append(f'<g class="f f{index}">{"".join(lines)}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" font-size="14" '
        'font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" fill="#e5e7eb">'
        f"<title>mockd follows each save</title><style>.f{{visibility:hidden}}{''.join(rules)}</style>"
        f'<rect width="100%" height="100%" rx="8" fill="#111827"/>{"".join(groups)}</svg>\n')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if not shutil.which("tmux"):
        sys.exit("tmux is not there: sudo apt-get install -y tmux")
    programs, output = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        package = os.path.join(folder, "Kitchen")
        os.makedirs(os.path.join(package, "Sources/Kitchen"))
        os.makedirs(os.path.join(package, "Tests/KitchenTests"))
        os.makedirs(package + "-run", mode=0o700)
        for name, text in [("Package.swift", MANIFEST), ("Sources/Kitchen/Cook.swift", COOK), ("Tests/KitchenTests/KitchenTests.swift", "")]:
            with open(os.path.join(package, name), "w") as file:
                file.write(text)
        frames = record(programs, package)
    with open(output, "w") as file:
        file.write(svg(frames))
    print(f"wrote {output}: {len(frames)} frames, {os.path.getsize(output) // 1024} KiB")


if __name__ == "__main__":
    main()
