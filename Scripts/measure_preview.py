#!/usr/bin/env python3
"""Measures the time from the write of an image to its changed pixels in Chromium, with `themepack preview`.

usage: Scripts/measure_preview.py TOOL PROJECT IMAGE [RUNS]

IMAGE is the path of a PNG in the project, for example themes/year/common/year_buttonImage.png. Works on a copy of the
project. Prints the time of each run and the median. Needs a machine with nothing else to do.
"""
import os
import random
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib

from chromium import Browser

WATCH = """
(red, green, blue) => new Promise((done) => {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
    .getContext("2d", { willReadFrequently: true });
  const check = () => {
    for (const image of window.changed.querySelectorAll("img")) {
      if (!image.complete || !image.naturalWidth) continue;
      context.drawImage(image, 0, 0, 1, 1);
      const pixel = context.getImageData(0, 0, 1, 1).data;
      if (pixel[0] !== red || pixel[1] !== green || pixel[2] !== blue) continue;
      // This frame shows the image, and the next one begins after it.
      requestAnimationFrame(() => done(Date.now()));
      return;
    }
    requestAnimationFrame(check);
  };
  check();
})
"""


def png(width, height, color):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(color + (255,)) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    tool, project, image = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    runs = int(sys.argv[4]) if len(sys.argv) == 5 else 15
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = f"{folder}/project"
        shutil.copytree(project, copy, ignore=shutil.ignore_patterns(".*", "dist"))
        path = f"{copy}/{image}"
        with open(path, "rb") as file:
            width, height = struct.unpack(">II", file.read()[16:24])
        preview = subprocess.Popen(
            [tool, "preview", "-C", copy], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        browser = Browser(f"{folder}/profile")
        try:
            browser.open(preview.stdout.readline().strip())
            # The card of the image is the one that changes.
            browser.evaluate(f"window.watch = {WATCH}; 1")
            browser.evaluate("window.changed = null; new MutationObserver((all) => { window.changed ??= all"
                             ".map((it) => it.target.closest?.('.card')).find(Boolean); }).observe("
                             "document.getElementById(':page'), { subtree: true, attributes: true, childList: true })")
            times = []
            for run in range(runs + 1):
                color = tuple(random.randrange(256) for _ in range(3))
                contents = png(width, height, color)
                if run > 0:
                    browser.evaluate(f"window.seen = window.watch{color}; 1")
                # At any time of a frame: at always the same one, whole frames would hide what is between them.
                time.sleep(0.3 + random.random() / 30)
                with open(path, "wb") as file:
                    file.write(contents)
                written = time.time() * 1000
                if run == 0:
                    browser.evaluate("new Promise((done) => { const check = () => window.changed ? done() : "
                                     "setTimeout(check, 20); check(); }).then(() => { "
                                     "window.changed.scrollIntoView({ behavior: 'instant', block: 'center' }); })")
                    time.sleep(1)
                else:
                    times.append(browser.evaluate("window.seen") - written)
                time.sleep(0.3)
        finally:
            browser.process.kill()
            preview.terminate()
            preview.wait()
            browser.process.wait()
    print("ms:", *(round(it) for it in times))
    print("median:", round(statistics.median(times)), "ms")


main()
