"""Chromium without a window, driven by the DevTools protocol. For the scripts that measure pages."""
import json
import os
import subprocess
import sys
import threading


class Browser:
    """Chromium, driven by the DevTools protocol over two pipes."""

    def __init__(self, profile):
        (read, self.commands), (self.answers, write) = os.pipe(), os.pipe()

        def connect():
            os.dup2(read, 63)
            os.dup2(write, 64)
            os.dup2(63, 3)
            os.dup2(64, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run",
             "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.messages, self.arrival, self.count = [], threading.Condition(), 0
        threading.Thread(target=self.read, daemon=True).start()
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.send("Page.enable")

    session = None

    def read(self):
        buffer = b""
        while piece := os.read(self.answers, 1 << 16):
            *messages, buffer = (buffer + piece).split(b"\0")
            with self.arrival:
                self.messages += map(json.loads, messages)
                self.arrival.notify_all()

    def wait(self, matches):
        with self.arrival:
            while not (found := [it for it in self.messages if matches(it)]):
                if not self.arrival.wait(300):
                    sys.exit("the browser does not answer")
            self.messages.remove(found[0])
            return found[0]

    def send(self, method, **parameters):
        self.count += 1
        number = self.count
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        answer = self.wait(lambda it: it.get("id") == number)
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, address):
        self.send("Page.navigate", url=address)
        self.wait(lambda it: it.get("method") == "Page.loadEventFired")

    def evaluate(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def longest_task(self, script):
        """Runs a script. Returns the longest task of the page's main thread: processor time, and elapsed time, in ms.

        The processor time hardly depends on what else the machine does.
        """
        self.send("Tracing.start", categories="disabled-by-default-devtools.timeline,blink.user_timing",
                  transferMode="ReportEvents")
        self.evaluate("performance.mark('measured'); 0")
        self.evaluate(script)
        self.send("Tracing.end")
        self.wait(lambda it: it.get("method") == "Tracing.tracingComplete")
        with self.arrival:
            pieces = [it for it in self.messages if it.get("method") == "Tracing.dataCollected"]
            self.messages = [it for it in self.messages if it not in pieces]
        events = [event for piece in pieces for event in piece["params"]["value"]]
        place = next((it["pid"], it["tid"]) for it in events if it["name"] == "measured")
        tasks = [it for it in events if it["name"] == "RunTask" and (it["pid"], it["tid"]) == place]
        return max(it.get("tdur", 0) for it in tasks) / 1000, max(it.get("dur", 0) for it in tasks) / 1000
