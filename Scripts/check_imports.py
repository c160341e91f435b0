#!/usr/bin/env python3
"""Makes sources of every form, imports them, and counts by itself what has to be in the tables.

usage: Scripts/check_imports.py TOOL FOLDER [android|xcassets APP]

The app has the traits that were counted in three apps: of ten drawables, eight are vectors, half of them with an
attribute of the theme. Each thing in the sources must be one item with an outcome and, if it is not taken, a reason. Of
the drawables, 75 % must be usable. Ends with 1 and a sentence for each difference. With an app, it
counts that one instead.
"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zlib

ANDROID = "{http://schemas.android.com/apk/res/android}"
HEAD = 'xmlns:android="http://schemas.android.com/apk/res/android"'


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def png(width, height):
    def chunk(name, data):
        body = name + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 6, 0, 0, 0])
    rows = b"".join(b"\0" + bytes([200, 90, 10, 255]) * width for _ in range(height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def vector(*colors, tint=""):
    paths = "".join(f'<path android:pathData="M{n},0h4v4h-4z" android:fillColor="{color}"/>'
                    for n, color in enumerate(colors))
    return (f'<vector {HEAD} android:width="8dp" android:height="8dp" android:viewportWidth="8" '
            f'android:viewportHeight="8" {tint}>{paths}</vector>')


def make_app(folder):
    """Writes 63 drawables: 2 of pixels, 48 vectors (12 literal, 4 colors, 32 attributes), 13 others."""
    res = os.path.join(folder, "app/src/main/res")
    for n in range(2):
        for density, scale in [("mdpi", 1), ("hdpi", 1.5), ("xhdpi", 2)]:
            write(f"{res}/drawable-{density}/photo{n}.png", png(int(8 * scale), int(8 * scale)))
    for n in range(12):
        write(f"{res}/drawable/literal{n}.xml", vector("#ff0000", f"#80{n:02x}00ff"))
    for n in range(4):
        write(f"{res}/drawable/named{n}.xml", vector(f"@color/c{n}"))
    for n in range(28):
        write(f"{res}/drawable{'-anydpi' if n % 5 == 0 else ''}/icon{n}.xml", vector("?attr/colorOn"))
    write(f"{res}/drawable/tinted.xml", vector("#ffffff", tint='android:tint="?attr/colorOn"'))
    for n in range(3):
        write(f"{res}/drawable/mixed{n}.xml", vector("#ff0000", f"?attr/{['colorPrimary', 'none', 'other'][n]}"))
    for n, root in enumerate(["shape", "layer-list", "ripple", "inset", "animated-vector", "bitmap", "level-list"]):
        write(f"{res}/drawable/other{n}.xml", f"<{root} {HEAD}/>")
    for n in range(6):
        write(f"{res}/drawable/button{n}.xml",
              f'<selector {HEAD}><item android:state_pressed="true" android:drawable="@drawable/photo0"/>'
              f'<item android:drawable="@drawable/photo1"/></selector>')
    colors = "".join(f'<color name="c{n}">#{n:02x}4080</color>' for n in range(30))
    style = "".join(f'<item name="{name}">{value}</item>' for name, value in [
        ("colorPrimary", "@color/c1"), ("android:textColor", "#ffffff"), ("gap", "4dp"), ("broken", "#zz")])
    write(f"{res}/values/all.xml", f'<resources>{colors}<style name="Theme.App">{style}</style>'
                                   f'<string name="title">x</string><dimen name="gap">4dp</dimen></resources>')
    write(f"{res}/values-night/all.xml", '<resources><color name="c1">#000000</color></resources>')
    write(f"{res}/values-v31/all.xml", '<resources><color name="c2">#000000</color>'
                                       '<color name="late">#111111</color></resources>')
    for n in range(3):
        write(f"{res}/color/list{n}.xml", f'<selector {HEAD}><item android:state_enabled="false" '
                                          f'android:color="#808080"/><item android:color="@color/c{n}"/></selector>')
    write(f"{res}/layout/main.xml", "<x/>")
    # Other source sets have other values of the same names and names of their own. A second module repeats some.
    for source_set in ["app/src/debug", "app/src/beta", "core/src/test"]:
        write(f"{folder}/{source_set}/res/values/all.xml", '<resources><color name="c0">#ffffff</color>'
                                                           '<color name="other">#ffffff</color></resources>')
        write(f"{folder}/{source_set}/res/drawable-mdpi/photo0.png", png(4, 4))
    write(f"{folder}/core/src/main/res/values/all.xml", '<resources><color name="c1">#014080</color>'
                                                        '<color name="core">#123456</color></resources>')
    write(f"{folder}/core/src/main/res/drawable-mdpi/photo0.png", png(8, 8))
    write(f"{folder}/core/src/free/res/layout/main.xml", "<x/>")


def count_app(folder):
    """Returns the names of the things in an app, by kind."""
    found = {"drawable": set(), "color": set(), "style color": set(), "value": set(), "folder": []}
    for place, folders, files in os.walk(folder):
        kind = os.path.basename(place).split("-")[0]
        if re.search("/src/(?!main/)[^/]+/res$", place) and folders != ["layout"]:
            # It is one folder, and nothing in it is read.
            found["folder"].append("res")
            folders.clear()
        elif os.path.basename(place) == "res" and not {name.split("-")[0] for name in folders} & {
                "drawable", "mipmap", "values", "color"}:
            found["folder"].append("res")
            folders.clear()
        for name in files:
            stem = name.split(".")[0]
            if kind in ("drawable", "mipmap"):
                found["drawable"].add(stem)
            elif kind == "color":
                found["color"].add(stem)
            elif kind == "values":
                for element in ElementTree.parse(os.path.join(place, name)).getroot():
                    if element.tag == "color":
                        found["color"].add(element.get("name"))
                    elif element.tag == "style":
                        for item in element:
                            is_color = re.match(r"\s*(#|@color/|@android:color/)", item.text or "")
                            found["style color" if is_color else "value"].add(
                                f"{element.get('name')}/{item.get('name')}" if is_color else "style")
                    else:
                        found["value"].add(element.get("type", "item") if element.tag == "item" else element.tag)
            elif os.path.basename(os.path.dirname(place)) == "res" and name == files[0]:
                found["folder"].append(os.path.basename(place))
    return found


SETS = {"imageset": "image set", "colorset": "color set", "symbolset": "symbol set", "dataset": "data set",
        "appiconset": "app icon", "launchimage": "launch image", "stickerpack": "stickerpack"}


def make_catalogs(folder):
    """Writes two catalogs: that of the app, and that of its extension, which repeats some sets."""
    def contents(path, **members):
        write(f"{path}/Contents.json", json.dumps({**members, "info": {"author": "xcode", "version": 1}}))

    def images(path, scales=(1, 2, 3), dark=False, **members):
        slots = []
        for look in ["", "dark-"] if dark else [""]:
            for scale in scales:
                write(f"{path}/{look}{scale}.png", png(8 * scale, 8 * scale))
                slots.append({"idiom": "universal", "filename": f"{look}{scale}.png", "scale": f"{scale}x"})
                if look:
                    slots[-1]["appearances"] = [{"appearance": "luminosity", "value": "dark"}]
        contents(path, images=slots, **members)

    def color(path, red="0.5"):
        components = {"red": red, "green": "0.5", "blue": "0.5", "alpha": "1.000"}
        contents(path, colors=[{"idiom": "universal", "color": {"color-space": "srgb", "components": components}}])

    app, extension = f"{folder}/App/Media.xcassets", f"{folder}/App/Widget.appex/Media.xcassets"
    for n in range(6):
        images(f"{app}/plain{n}.imageset", scales=[(1, 2, 3), (2, 3), (1,)][n % 3], dark=n % 2 == 1)
    images(f"{app}/mask.imageset", properties={"template-rendering-intent": "template"})
    contents(f"{app}/empty.imageset", images=[{"idiom": "universal", "scale": "1x"}])
    contents(f"{app}/missing.imageset", images=[{"idiom": "universal", "scale": "1x", "filename": "none.png"}])
    write(f"{app}/broken.imageset/Contents.json", "{")
    contents(f"{app}/Tabs", properties={"provides-namespace": True})
    images(f"{app}/Tabs/home.imageset")
    contents(f"{app}/Group")
    images(f"{app}/Group/inside.imageset")
    for n in range(4):
        color(f"{app}/color{n}.colorset", red=["0.1", "0x7F", "255", "nonsense"][n])
    for name in ["a.symbolset", "b.symbolset", "d.dataset", "AppIcon.appiconset", "L.launchimage", "S.stickerpack"]:
        contents(f"{app}/{name}")
    # A copy, another set of the same name, and one of its own.
    images(f"{extension}/plain0.imageset")
    color(f"{extension}/color0.colorset", red="0.9")
    images(f"{extension}/own.imageset")


def count_catalogs(folder):
    """Returns the names of the sets in catalogs, by kind, each as often as it occurs."""
    found = {kind: [] for kind in SETS.values()}
    for place, folders, _ in os.walk(folder):
        kind = place.rsplit(".", 1)[-1]
        if kind not in SETS:
            # Sets of other kinds can have sets inside.
            if ".xcassets/" in place and "." in os.path.basename(place):
                folders.clear()
            continue
        folders.clear()
        names = [os.path.basename(place).rsplit(".", 1)[0]]
        parent = os.path.dirname(place)
        while not parent.endswith(".xcassets"):
            with open(f"{parent}/Contents.json") as file:
                if json.load(file).get("properties", {}).get("provides-namespace"):
                    names.insert(0, os.path.basename(parent))
            parent = os.path.dirname(parent)
        found[SETS[kind]].append("/".join(names))
    return found


def make_keyed(folder):
    """Writes the settings files and images of an app with METhemeKit, and of one with SwiftTheme."""
    themes = {"default": {"color": {"title": "#112233"}, "gap": 4}, "year": {"color": {"title": "#a00"}}}
    for name, settings in themes.items():
        write(f"{folder}/metheme/{name}.json", json.dumps(settings))
    for name in ["a", "a@2x", "b", "b@2x", "year_a@2x"]:
        size = 16 if name.endswith("@2x") else 8
        write(f"{folder}/metheme/{name}.png", png(size, size))
    write(f"{folder}/metheme/notes.txt", "x")
    for name in ["Red", "Night"]:
        settings = {"Global": {"textColor": "#ff0000", "icon": f"{name}.png", "barStyle": "UIBarStyleDefault"}}
        write(f"{folder}/swifttheme/{name}.json", json.dumps(settings))
        write(f"{folder}/swifttheme/{name}.png", png(8, 8))


def count_keyed(folder):
    """Returns the names of theme files, of images without their scale, and of other files."""
    found = {"theme file": set(), "image": set(), "file": set()}
    for name in os.listdir(folder):
        stem, ending = name.rsplit(".", 1)
        kind = {"json": "theme file", "png": "image"}.get(ending, "file")
        found[kind].add(stem.split("@")[0] if kind == "image" else name)
    return found


TOKENS = {
    "style.json": '{"color": {"red": {"value": "#f00", "comment": "x"}, "alias": {"value": "{color.red.value}"}}, '
                  '"size": {"gap": {"value": "4px", "type": "dimension"}, "bad": {"value": "{no.token}"}}}',
    "studio.json": '{"core": {"blue": {"value": "#00f", "type": "color"}}, "dark": {"blue": {"value": "#009", '
                   '"type": "color"}}, "$themes": [{"name": "Light", "selectedTokenSets": {"core": "source"}}, '
                   '{"name": "Dark", "selectedTokenSets": {"core": "source", "dark": "enabled"}}]}',
    "spectrum.json": '{"gray": {"sets": {"light": {"value": "rgb(1, 2, 3)"}, "dark": {"value": "rgb(4, 5, 6)"}}}, '
                     '"body": {"value": {"fontFamily": "{font}", "fontSize": "9px"}, "uuid": "1"}, '
                     '"font": {"value": "Clean"}}',
    "primer.json5": "{ // Primer\n base: { black: { $value: '#000000', $type: 'color', alpha: 0.2, }, }, }",
    "white.json": '{"back": {"$type": "color", "$value": "#ffffff"}}',
    "g100.json": '{"back": {"$type": "color", "$value": "#000000"}}',
}


def token_names(value, path=()):
    """Returns the names of the tokens in a file: objects with a value, or with values for several modes."""
    if not isinstance(value, dict):
        return set()
    parts = value.get("$value", value.get("value"))
    if "sets" in value or parts is not None and not (isinstance(parts, dict) and token_names(parts)):
        return {".".join(path)}
    return set().union(*(token_names(member, path + (key,)) for key, member in value.items() if key[0] != "$"))


def count_tokens(files):
    """Returns the names of the tokens of all files."""
    names = set()
    for name, text in files.items():
        # The notations of JSON5 that the file here has.
        text = re.sub(r"(\w+|\$\w+):", r'"\1":', re.sub(r"//.*?$", "", text, flags=re.MULTILINE)) \
            if name.endswith("5") else text
        value = json.loads(re.sub(r",(\s*})", r"\1", text.replace("'", '"')))
        sets = [value[key] for key in value if key[0] != "$"] if "$themes" in value else [value]
        names |= set().union(*map(token_names, sets))
    return names


def check(title, result, expected):
    """Returns sentences about items that are missing, that occur twice, or that have no reason."""
    problems = []
    for kind, names in expected.items():
        # In a folder that is read, nothing to take may be left.
        items = sorted(item["name"] for item in result["items"] if item["kind"] == kind
                       and not any("nothing in it" in str(note) for note in item["notes"]))
        if items != sorted(names):
            problems.append(f"{title}: {kind}: expected {sorted(names)}, found {items}")
    for item in result["items"]:
        if item["outcome"] != "taken" and not item["notes"]:
            problems.append(f"{title}: {item['name']} is {item['outcome']} without a reason")
    total = sum(row["found"] for row in result["summary"])
    outcomes = sum(row[name] for row in result["summary"] for name in ("taken", "changed", "in part", "not taken"))
    if not total == outcomes == len(result["items"]):
        problems.append(f"{title}: {total} found, {outcomes} outcomes, {len(result['items'])} items")
    return problems


def main():
    tool, folder, *app = sys.argv[1:]

    def run(form, sources, project):
        command = [tool, "import", form, *sources, "--into", os.path.join(folder, project), "--format", "json"]
        output = subprocess.run(command, capture_output=True, text=True)
        if output.returncode not in (0, 1):
            sys.exit(f"{form}: {output.stderr.strip()}")
        return json.loads(output.stdout)

    if app:
        form, source = app
        result = run(form, [source], "from-app")
        problems = check(form, result, {"android": count_app, "xcassets": count_catalogs}[form](source))
        print("\n".join(problems or [f"{len(result['items'])} items"]))
        return 1 if problems else 0
    app = os.path.join(folder, "android")
    make_app(app)
    result = run("android", [app], "from-android")
    problems = check("android", result, count_app(app))
    drawables = [item for item in result["items"] if item["kind"] == "drawable"]
    usable = sum(item["outcome"] != "not taken" for item in drawables)
    if usable < 0.75 * len(drawables):
        problems.append(f"android: {usable} of {len(drawables)} drawables are usable")
    print(f"android: {usable} of {len(drawables)} drawables usable, {len(result['items'])} items")
    ios = os.path.join(folder, "ios")
    make_catalogs(ios)
    result = run("xcassets", [ios], "from-catalogs")
    problems += check("catalogs", result, count_catalogs(ios))
    print(f"catalogs: {len(result['items'])} items")
    make_keyed(folder)
    for form in ["metheme", "swifttheme"]:
        source = os.path.join(folder, form)
        result = run(form, [source], f"from-{form}")
        problems += check(form, result, count_keyed(source))
        print(f"{form}: {len(result['items'])} items")
    for name, text in TOKENS.items():
        write(os.path.join(folder, "tokens", name), text)
    result = run("tokens", [os.path.join(folder, "tokens", name) for name in sorted(TOKENS)], "from-tokens")
    expected = {"token": count_tokens(TOKENS), "context": {"dark", "white"}, "metadata": {"$comment", "$uuid"}}
    problems += check("tokens", result, expected)
    print(f"tokens: {len(result['items'])} items")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
