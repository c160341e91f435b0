#!/usr/bin/env python3
"""Measures what themepack adds to the clean build of a small package, and to the size of its program.

usage: bench_consumer.py [--packages NAME ...] [--configurations NAME ...]

Builds packages in a temporary folder: a program without dependencies, one with ThemeRuntime, one with ThemeRuntime and
ThemeKeysPlugin, one whose plugin is the compiled one that 'make release' has written, and one with ThemeTrust, which
alone needs swift-crypto. Dependencies are fetched before. Times are
processor time, user and system, of all processes of the build; elapsed time depends on what else the machine does. The
programs are stripped, and link Swift's libraries dynamically.
"""
import argparse, glob, os, resource, shutil, subprocess, sys, tempfile, time

repository = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
keys_package = glob.glob(f"{repository}/.build/release-files/themepack-keys-*.tar")
packages = ["without", "runtime", "plugin", *(["bundle"] if keys_package else []), "trust"]
titles = {"without": "without themepack", "runtime": "with ThemeRuntime", "plugin": "with ThemeKeysPlugin too",
          "bundle": "with the compiled plugin", "trust": "with ThemeTrust too"}
look_up = {"runtime": '"common/buttonImage"', "plugin": ".Common.buttonImage", "bundle": ".Common.buttonImage",
           "trust": '"common/buttonImage"'}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def make_package(root, name):
    uses_themes = name != "without"
    dependency = f'.package(name: "themepack", path: "{repository}")' if uses_themes else ""
    product = '.product(name: "ThemeRuntime", package: "themepack")' if uses_themes else ""
    if name == "trust":
        product += ', .product(name: "ThemeTrust", package: "themepack")'
    plugin = '.plugin(name: "ThemeKeysPlugin", package: "themepack")' if name == "plugin" else ""
    if name == "bundle":
        os.makedirs(root)
        run(["tar", "-xf", keys_package[0], "-C", root], root)
        dependency += ', .package(path: "themepack-keys")'
        plugin = '.plugin(name: "ThemeKeysBinaryPlugin", package: "themepack-keys")'
    write(f"{root}/Package.swift", f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App", platforms: [.macOS(.v14)], dependencies: [{dependency}],
    targets: [.executableTarget(name: "App", dependencies: [{product}], plugins: [{plugin}])])
""")
    body = 'print("no theme")'
    if uses_themes:
        body = f"""let library = try ThemeLibrary(default: ThemePack(mounting: CommandLine.arguments[1]))
        print(try library.defaultTheme.image({look_up[name]}, scale: .two)?.pixelSize ?? "none")"""
    imports = ["ThemeRuntime"] * uses_themes + ["ThemeTrust"] * (name == "trust")
    write(f"{root}/Sources/App/App.swift", f"""{chr(10).join(f"import {module}" for module in imports)}
@main
enum App {{
    static func main() throws {{
        {body}
    }}
}}
""")
    if name in ["plugin", "bundle"]:
        for folder in ["assets", "themes"]:
            shutil.copytree(f"{repository}/{folder}", f"{root}/Sources/App/Theme/{folder}")
        write(f"{root}/Sources/App/themepack-keys.json", '{"project": "Theme"}')


def run(command, folder):
    environment = {key: value for key, value in os.environ.items() if key != "THEMEPACK_STRICT"}
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(" ".join(command) + "\n" + result.stdout + result.stderr)
    return result.stdout + result.stderr


def measure(root, configuration):
    """Returns processor time and elapsed time of a clean build in seconds, and the size of the program."""
    scratch = f"{root}/.build"
    shutil.rmtree(scratch, ignore_errors=True)
    run(["swift", "package", "resolve"], root)
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    build = ["swift", "build", "-c", configuration, "-Xlinker", "-s"]
    output = run(build, root)
    elapsed, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if "warning" in output:
        sys.exit(output)
    program = f"{run(build + ['--show-bin-path'], root).splitlines()[-1]}/App"
    size = os.path.getsize(program)
    shutil.rmtree(scratch)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, elapsed, size


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", nargs="+", default=packages, choices=packages)
    parser.add_argument("--configurations", nargs="+", default=["debug", "release"], choices=["debug", "release"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        for name in options.packages:
            make_package(f"{root}/{name}", name)
            for configuration in options.configurations:
                used, elapsed, size = measure(f"{root}/{name}", configuration)
                print(f"{titles[name]:24} {configuration:7} {used:6.1f} s of processor time, {elapsed:6.1f} s elapsed, "
                      f"{size / 1e6:6.2f} MB", flush=True)


main()
