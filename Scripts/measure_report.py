#!/usr/bin/env python3
"""Measures how long a report keeps Chromium busy: the longest task of the page's main thread for each thing people do.

usage: Scripts/measure_report.py REPORT [RUNS]

REPORT is a folder or a file that `themepack report` has written. Prints, for each action, the processor time of the
longest task in milliseconds, the median of all runs. Up to 100 ms, people see no delay.
"""
import os
import statistics
import sys
import tempfile
import time
import urllib.request

from chromium import Browser

# A frame after each step, as with a wheel.
PAUSE = "const pause = (time) => new Promise((go) => requestAnimationFrame(() => setTimeout(go, time)));"
SCROLL = """
for (let count = 0; count < 400; count += 1) {
  const root = document.documentElement;
  if (scrollY + innerHeight >= root.scrollHeight - 1) break;
  scrollBy({ top: %s, behavior: "instant" });
  await pause(8);
}"""
FILTER = "const form = document.querySelector('.filter');"
CHANGED = "form.dispatchEvent(new Event('input', { bubbles: true })); await pause(%d);"
ACTIONS = {
    "scroll down by 400 px": SCROLL % "400",
    "back to the top": "scrollTo({ top: 0, behavior: 'instant' });",
    "scroll down by a sixtieth": SCROLL % "Math.max(600, root.scrollHeight / 60)",
    "scroll up by a sixtieth": (SCROLL % "-Math.max(600, document.documentElement.scrollHeight / 60)").replace(
        "scrollY + innerHeight >= root.scrollHeight - 1", "scrollY < 1"),
    "filter by text": FILTER + "form.querySelector('input').value = 'folder';" + CHANGED % 3000,
    "clear the text": FILTER + "form.querySelector('input').value = '';" + CHANGED % 5000,
    "filter by theme": FILTER + """const select = form.querySelector('select');
        select.value = [...select.options].at(-1).value;""" + CHANGED % 5000,
    "clear the filter": FILTER + "form.reset(); await pause(5000);",
    "dark ground": """document.querySelector('.grounds [value=dark]').click();""",
    "images, dark ground": """document.querySelector('.grounds').scrollIntoView({ behavior: 'instant' });
        await pause(500); document.querySelector('.grounds [value=light]').click();""",
    "keys j": "for (let time = 0; time < 30; time += 1) { step(1); await pause(16); }",
    "viewer": "document.querySelector('.card .ground').click();",
    "keys j in the viewer": "for (let time = 0; time < 30; time += 1) { step(1); await pause(16); }",
    "link to the last image": "viewer.close(); await pause(100); location.hash = items.findLast((it) => it.id).id;",
}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    page = os.path.abspath(sys.argv[1])
    page = os.path.join(page, "index.html") if os.path.isdir(page) else page
    runs = int(sys.argv[2]) if len(sys.argv) == 3 else 3
    times = {name: [] for name in ACTIONS}
    for _ in range(runs):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            browser = Browser(profile)
            try:
                browser.send("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1,
                             mobile=False)
                browser.open("file://" + urllib.request.pathname2url(page))
                time.sleep(2)
                for name, script in ACTIONS.items():
                    times[name].append(browser.longest_task(
                        "(async () => {" + PAUSE + script + " await pause(600); })()"))
            finally:
                browser.process.kill()
                browser.process.wait()
    for name, pairs in times.items():
        processor, elapsed = (statistics.median(it) for it in zip(*pairs))
        print(f"{name:28}{processor:6.0f} ms{elapsed:6.0f} ms elapsed")
    print(f"{'longest':28}{max(statistics.median(it for it, _ in pairs) for pairs in times.values()):6.0f} ms")


main()
