#!/usr/bin/env python3
"""Measures how long generated keys take to compile in a debug build, and the size of their object file.

usage: bench_keys.py BUILD_FOLDER [--counts N ...] [--rounds N] [--limit SECONDS]

BUILD_FOLDER is that of a debug build with ThemeKeysTool and ThemeRuntime. Each project has N default images in 60
folders, and each second one N settings in 60 objects instead. Times are processor time, user and system, of the tool
and of swiftc; the least of all rounds. Fails if keys take longer to compile than the limit.
"""
import argparse, json, os, resource, struct, subprocess, sys, tempfile, zlib


def png(side=8):
    """A gray PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes((side + 1) * side)))
            + chunk(b"IEND", b""))


def write(path, contents):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(contents if isinstance(contents, bytes) else contents.encode())


def make_project(root, kind, count):
    """A target's folder with a project."""
    write(f"{root}/themepack-keys.json", '{"project": "Theme"}')
    write(f"{root}/Theme/themes/default/theme.json", '{"id": "default", "version": "1.0.0"}')
    os.makedirs(f"{root}/Theme/assets", exist_ok=True)
    if kind == "images":
        for number in range(count):
            write(f"{root}/Theme/assets/folder{number % 60}/someImage{number}.png", png())
    else:
        settings = {f"Group{group}": {f"someColor{number}": "F85825" for number in range(group, count, 60)}
                    for group in range(60)}
        write(f"{root}/Theme/themes/default/config.json", json.dumps(settings))


def processor_time(command):
    """Runs a command. Returns the seconds of it and of its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        sys.exit(" ".join(command) + "\n" + result.stdout + result.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build_folder")
    parser.add_argument("--counts", type=int, nargs="+", default=[100, 1000, 6300])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=3.5)
    options = parser.parse_args()
    build = os.path.abspath(options.build_folder)
    compiler = ["swiftc", "-swift-version", "6", "-Onone", "-g", "-enable-testing", "-parse-as-library", "-module-name",
                "App", "-I", f"{build}/Modules", "-I", f"{build}/CThemeSystem.build", "-I",
                f"{build}/CSHA256.build", "-c"]
    is_slow = False
    with tempfile.TemporaryDirectory() as root:
        for kind in ["images", "settings"]:
            for count in options.counts:
                folder = f"{root}/{kind}{count}"
                make_project(folder, kind, count)
                keys, object_file = f"{folder}/ThemeKeys.swift", f"{folder}/ThemeKeys.o"
                tool = [f"{build}/ThemeKeysTool", "--building", "--target", folder, "--output", keys]
                compiling = compiler + [keys, "-o", object_file]
                times = [(processor_time(tool), processor_time(compiling)) for _ in range(options.rounds)]
                generated, compiled = (min(column) for column in zip(*times))
                with open(keys) as file:
                    found = file.read().count("static var ")
                if found != count:
                    sys.exit(f"{count} {kind} became {found} keys")
                print(f"{count:5} {kind:8} generated in {generated:5.2f} s, compiled in {compiled:5.2f} s, "
                      f"object file of {os.path.getsize(object_file) / 1e6:4.1f} MB", flush=True)
                is_slow = is_slow or compiled > options.limit
    if is_slow:
        sys.exit(f"keys take longer than {options.limit} s to compile")


main()
