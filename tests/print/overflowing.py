"""Which pages of a folder run past the edge of a screen, as a browser lays them out; None without a browser.

A page of our own, served to the browser alone, holds each page in a frame as wide as the screen and measures it.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from threading import Thread

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE, DESKTOP = 390, 1280

HARNESS = """<!doctype html><meta charset="utf-8"><pre id="found"></pre><script>
const pages = %s, widths = %s, found = [];
async function measure() {
  for (const page of pages) for (const width of widths) {
    const frame = document.createElement("iframe");
    frame.style.cssText = `width:${width}px;height:900px;border:0`;
    frame.src = page;
    await new Promise(done => { frame.onload = done; document.body.append(frame); });
    const root = frame.contentDocument.documentElement, over = root.scrollWidth - width;
    if (over > 0) {
      const wide = [...frame.contentDocument.querySelectorAll("body *")].filter(one => {
        for (let up = one.parentElement; up && up !== frame.contentDocument.body; up = up.parentElement)
          if (frame.contentWindow.getComputedStyle(up).overflowX !== "visible") return false;
        return one.getBoundingClientRect().right > width + 1;
      }).map(one => one.tagName + "." + one.className).slice(0, 3);
      found.push(`${page} at ${width}: ${over} px too wide (${wide.join(", ")})`);
    }
    frame.remove();
  }
  document.getElementById("found").textContent = "DONE" + JSON.stringify(found);
}
measure();
</script>"""


class _Quiet(SimpleHTTPRequestHandler):
    harness = ""

    def do_GET(self) -> None:
        """The page that measures, and the files of the folder."""
        if self.path != "/measure":
            super().do_GET()
            return
        content = self.harness.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def browser() -> str | None:
    """A browser that can run without a screen."""
    return next((found for name in BROWSERS if (found := which(name))), None)


def overflowing(folder: Path, pages: Sequence[str], widths: Sequence[int] = (PHONE, DESKTOP)) -> list[str]:
    """What runs past the edge, page by page; needs a browser."""
    program = browser()
    assert program is not None
    harness = HARNESS % (json.dumps(list(pages)), json.dumps(list(widths)))
    handler = type("Handler", (_Quiet,), {"harness": harness})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            command = [
                program, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000",
                f"--user-data-dir={profile}", "--virtual-time-budget=600000", "--dump-dom",
                f"http://127.0.0.1:{server.server_port}/measure",
            ]
            told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240).stdout
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    match = re.search(r'<pre id="found">DONE(.*?)</pre>', told, re.DOTALL)
    assert match is not None, told[-500:]
    return list(json.loads(unescape(match[1])))
