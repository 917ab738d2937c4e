"""The wheel works far from the checkout: in an empty environment it serves a page, its style and its script."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import urllib3

import hatch_build
from tests.test_registry import USED

CHECKOUT = Path(__file__).parents[1]
TOOL = {
    "id": "greet",
    "name": "Greet",
    "inputs": [{"key": "who", "type": "text", "label": "Who"}],
    "outputs": [{"key": "greeting", "type": "text", "label": "Greeting"}],
}

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """Run *command* in *cwd*, told nothing of Python or this checkout by the environment, and return what it prints."""
    done = subprocess.run(command, cwd=cwd, env=bare(), capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def bare() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


@pytest.fixture(scope="module")
def far(tmp_path_factory) -> Path:
    """A folder far from the checkout."""
    return tmp_path_factory.mktemp("far")


@pytest.fixture(scope="module")
def sdist(far) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", far, cwd=CHECKOUT)
    return next(far.glob("webform-*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist, far) -> Path:
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", far, sdist, cwd=far)
    return next(far.glob("webform-*.whl"))


@pytest.fixture(scope="module")
def commands(wheel, far) -> Path:
    """The folder of the commands of an empty environment with the wheel and what it depends on."""
    run(sys.executable, "-m", "venv", "--without-pip", far / "venv", cwd=far)
    folder = far / "venv" / ("Scripts" if os.name == "nt" else "bin")
    install(folder, wheel, cwd=far)
    return folder


def install(folder: Path, *arguments: str | Path, cwd: Path) -> None:
    """Install into the environment of *folder*; what is not imported is not compiled."""
    run(sys.executable, "-m", "pip", "--python", folder / "python", "install", "--no-compile", *arguments, cwd=cwd)


def test_an_sdist_brings_the_built_assets_so_that_nobody_needs_node(sdist, tmp_path):
    shutil.unpack_archive(sdist, tmp_path)
    unpacked = next(tmp_path.iterdir())

    assert hatch_build.is_fresh(unpacked)


def test_the_wheel_carries_templates_assets_and_examples(wheel):
    carried = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"{there}/{path.relative_to(CHECKOUT / source).as_posix()}"
        for source, there in hatch_build.CARRIED.items()
        for path in (CHECKOUT / source).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert expected - carried == set()
    assert {"webform/static/manifest.json", "webform/tool.schema.json"} <= carried


def test_the_wheel_carries_the_licences(wheel):
    carried = zipfile.ZipFile(wheel).namelist()

    assert [name.split("licenses/")[1] for name in carried if "licenses/" in name] == ["LICENSE", "docs/licences.md"]


def test_the_wheel_carries_a_bill_of_materials(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if ".dist-info/sboms/" in name]
        bill = json.loads(archive.read(name))
    shipped = json.loads((CHECKOUT / "static/dist/packages.json").read_text(encoding="utf-8"))
    locked = json.loads((CHECKOUT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    components = {component["bom-ref"]: component for component in bill["components"]}

    assert name.endswith("/webform.cdx.json")
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "webform")
    assert {component["name"] for ref, component in components.items() if ref.startswith("npm:")} == set(shipped)
    leaflet = components[f"npm:leaflet@{locked['node_modules/leaflet']['version']}"]
    assert leaflet["licenses"] == [{"expression": "BSD-2-Clause"}]
    (digest,) = leaflet["hashes"]
    assert (digest["alg"], len(digest["content"])) == ("SHA-512", 128)
    assert components["pypi:flask"]["properties"] == [{"name": "webform:requirement", "value": "flask>=3.1"}]


def test_every_package_in_the_bundle_has_its_licence_in_the_docs():
    text = (CHECKOUT / "docs/licences.md").read_text(encoding="utf-8")
    shipped = json.loads((CHECKOUT / "static/dist/packages.json").read_text(encoding="utf-8"))

    assert "@alpinejs/csp" in shipped
    assert [name for name in shipped if f"## {name}\n" not in text] == []


def test_the_lock_file_names_no_registry():
    assert '"resolved"' not in (CHECKOUT / "package-lock.json").read_text(encoding="utf-8")


def test_the_command_says_what_it_does(commands, far):
    assert "serve" in run(commands / "webform", "--help", cwd=far)


def test_the_installed_app_serves_a_page_its_style_and_its_script(commands, far):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    declaration = far / "tool.json"
    declaration.write_text(json.dumps(TOOL), encoding="utf-8")
    served = ["serve", declaration, "--run-url", "http://127.0.0.1:9/run", "--port", str(port)]
    server = subprocess.Popen([commands / "webform", *served], cwd=far, env=bare())
    # Asks again while nobody listens yet, waiting longer each time.
    http = urllib3.PoolManager(retries=urllib3.Retry(15, backoff_factor=0.05, backoff_max=3))

    def get(path: str) -> urllib3.BaseHTTPResponse:
        return http.request("GET", f"http://127.0.0.1:{port}{path}")

    try:
        assert get("/healthz").json() == {"ok": True}
        tool = re.search(r'href="(/tools/[^"/?#]+)"', get("/").data.decode())[1]
        page = get(tool)
        style = get(re.search(r'<link[^>]+href="([^"]+\.css)"', page.data.decode())[1])
        script = get(re.search(r'<script[^>]+src="([^"]+\.js)"', page.data.decode())[1])
    finally:
        server.terminate()
        server.wait(timeout=20)

    assert [page.status, style.status, script.status] == [200, 200, 200]
    assert page.headers["Content-Type"].startswith("text/html")
    assert "data-webform" in page.data.decode()
    assert style.headers["Content-Type"].startswith("text/css")
    assert script.headers["Content-Type"].startswith(("text/javascript", "application/javascript"))


def test_the_example_plugin_works_from_a_wheel_of_its_own(commands, far, tmp_path):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path, CHECKOUT / "docs/plugin", cwd=far)
    install(commands, "--no-deps", *tmp_path.glob("*.whl"), cwd=far)

    used = json.loads(run(commands / "python", "-c", USED, cwd=far))

    assert (used["problems"], used["page"], used["label"]) == ([], 200, "Your name")
    assert "<meter" in used["result"]
