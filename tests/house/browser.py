"""A headless Chromium, driven by the DevTools protocol over two pipes."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

LIMIT = 60  # seconds for an answer
# What Chromium answers for a page that is being left.
LEAVING = ("Inspected target navigated or closed", "Execution context was destroyed",
           "Cannot find default execution context", "Cannot find context with specified id")


class PageLeft(RuntimeError):
    """The page went away for another one before it answered."""


class Browser:
    """One page. As a context manager it ends the process and removes its profile. Not thread-safe."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="falx-browser-")
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        self.number, self.unread, self.problems = 0, b"", []

        def take_pipes():  # Chromium reads from descriptor 3 and writes to 4
            ends = os.dup(commands), os.dup(answers)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(commands)
        os.close(answers)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait(LIMIT)
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _message(self, end):
        while b"\0" not in self.unread:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("Chromium does not answer")
            got = os.read(self.answers, 1 << 16)
            if not got:
                raise EOFError("Chromium has ended")
            self.unread += got
        message, self.unread = self.unread.split(b"\0", 1)
        message = json.loads(message)
        method, said = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = said["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and said["entry"]["level"] == "error":
            self.problems.append(f"{said['entry']['text']} {said['entry'].get('url', '')}")
        elif method == "Network.loadingFailed" and not said.get("canceled"):
            self.problems.append(f"not loaded: {said['errorText']}")
        return message

    def call(self, method, **params):
        """The result of a command of the protocol; PageLeft or RuntimeError with what Chromium says otherwise."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        end = time.monotonic() + LIMIT
        while True:
            message = self._message(end)
            if message.get("id") == self.number:
                if "error" in message:
                    said = message["error"].get("message", "")
                    kind = PageLeft if any(word in said for word in LEAVING) else RuntimeError
                    raise kind(f"{method}: {message['error']}")
                return message["result"]

    def open(self, address, width, height, is_phone=False):
        """Loads a page in a window of so many CSS pixels. problems has what it complains about since."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)
        self.call("Page.navigate", url="about:blank")
        self.problems = []
        self.call("Page.navigate", url=address)
        self.wait("location.href != 'about:blank' && document.readyState == 'complete'")

    def value(self, expression):
        """What a JavaScript expression is; RuntimeError with the exception it throws."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression):
        """Until it is true, on whatever page is there by then: TimeoutError after a minute."""
        end = time.monotonic() + LIMIT
        while not self._is_true(expression):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {expression}")
            time.sleep(0.05)

    def _is_true(self, expression):
        try:
            return self.value(expression)
        except PageLeft:
            return False

    def screenshot(self, path):
        shot = self.call("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
