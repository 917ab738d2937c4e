"""The Chromium that browser tests use: found, or with `--install` fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

#: Names of a Chromium on the path; the one without windows opens a page in a third of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

#: Features that are off: those that Playwright turns off, since the last list counts, and RenderDocument. With that a
#: page gets a new frame though it is of the same site as the one before it, which is a seventh of the browser's work.
OFF = (
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "RenderDocument",
    "ThirdPartyStoragePartitioning",
)
#: What a headless Chromium needs in a container, and what keeps it from talking to anyone but the tests.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(OFF)}",
)


def chromium() -> str | None:
    """Return the path of a Chromium that starts: `CHROMIUM`, else the system's, else Playwright's own."""
    named = (shutil.which(name) for name in (os.environ.get("CHROMIUM"), *NAMES) if name)
    return next((path for path in named if path and starts(path)), None) or (own() if starts(own()) else None)


def starts(path: str) -> bool:
    """Tell whether the program at *path* starts: a stub, or one that lacks libraries, does not."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@cache
def own() -> str:
    """Return the path of Playwright's Chromium, there or not."""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def install() -> str | None:
    """Fetch a Chromium, Playwright's or else the distribution's, and return its path."""
    attempt(sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")
    if Path(own()).exists():
        if not starts(own()):
            attempt(sys.executable, "-m", "playwright", "install-deps", "chromium")
    else:
        apt = ("apt-get", "-qq") if os.geteuid() == 0 else ("sudo", "-n", "apt-get", "-qq")
        attempt(*apt, "update")
        for package in NAMES[:2]:
            if not chromium():
                attempt(*apt, "install", "-y", "--no-install-recommends", package)
    return chromium()


def attempt(*command: str) -> None:
    """Run *command* where there is such a program; whether it helped shows later."""
    print("$", *command, flush=True)
    if shutil.which(command[0]):
        subprocess.run(command, stdin=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    path = chromium() or (install() if "--install" in sys.argv else None)
    print(path or "no Chromium was found or could be fetched: install one, or name it in CHROMIUM")
    sys.exit(path is None)
