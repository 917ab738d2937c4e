"""What compose.yaml starts, started without containers: its commands, with services and folders of this machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.servers import free_port

ROOT = Path(__file__).parents[1]
KUBERNETES = ROOT / "deploy/kubernetes"
_VARIABLE = re.compile(r"\$\{(\w+)(?::([?-])([^}]*))?\}")


def compose() -> dict[str, Any]:
    """Return the document of compose.yaml."""
    return YAML(typ="safe").load(ROOT / "compose.yaml")


def manifests() -> dict[tuple[str, str], dict[str, Any]]:
    """Return the manifests of Kubernetes, by kind and name."""
    documents = [part for path in sorted(KUBERNETES.glob("*.yaml")) for part in YAML(typ="safe").load_all(path)]
    return {(part["kind"], part.get("metadata", {}).get("name", "")): part for part in documents}


def containers() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Return the containers of the manifests by name, each behind its pod."""
    pods = [part["spec"]["template"]["spec"] for part in manifests().values() if "template" in part.get("spec", {})]
    return {container["name"]: (pod, container) for pod in pods for container in pod["containers"]}


class Composed:
    """
    The services of compose.yaml as processes of this machine.

    Args:
        folder: takes the place of the folders in containers.
        secrets: the values of its variables.
        environ: what all processes find in their environment instead, such as where PostgreSQL is.
    """

    def __init__(self, folder: Path, secrets: dict[str, str], environ: dict[str, str]) -> None:
        self.document, self._folder, self._secrets, self._environ = compose(), folder, secrets, environ
        self.tool = f"127.0.0.1:{free_port()}"
        self._processes: list[subprocess.Popen[str]] = []
        for volume in self.document["x-volumes"]:
            source, target, *_ = volume.split(":")
            place = Path(self._local(target))
            if source.startswith("./"):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(self._local((ROOT / source).read_text("utf-8")), "utf-8")

    def start(self, service: str) -> list[tuple[subprocess.Popen[str], str]]:
        """Start *service* as often as it says; return the processes, each with the first line it prints."""
        replicas = self.document["services"][service].get("deploy", {}).get("replicas", 1)
        processes = [self.start_one(service) for _ in range(replicas)]
        return [(process, self._first_line(process)) for process in processes]

    def is_healthy(self, service: str, address: str) -> bool:
        """Tell whether *service* at *address* passes its health check."""
        kind, *command = self.document["services"][service]["healthcheck"]["test"]
        words = [re.sub(r"127\.0\.0\.1:\d+", address, word) for word in command]
        assert kind == "CMD"
        return subprocess.run(self._command(words), env=self._env({}), check=False, capture_output=True).returncode == 0

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait(60)
            process.stdout.close()

    def start_one(self, service: str) -> subprocess.Popen[str]:
        """Start one process of *service*."""
        declared = self.document["services"][service]
        environ = {name: self._filled(value) for name, value in declared.get("environment", {}).items()}
        process = subprocess.Popen(
            self._command(declared["command"]), env=self._env(environ), cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        self._processes.append(process)
        return process

    def _first_line(self, process: subprocess.Popen[str]) -> str:
        line = process.stdout.readline().strip()
        threading.Thread(target=process.stdout.read, daemon=True).start()
        return line

    def _env(self, environ: dict[str, str]) -> dict[str, str]:
        path = os.pathsep.join(filter(None, [*sys.path, str(ROOT)]))
        local = {name: self._local(value) for name, value in environ.items()}
        return {"PATH": os.environ["PATH"], "PYTHONPATH": path, **local, **self._environ}

    def _command(self, words: list[str]) -> list[str]:
        """Return the command for this machine; the examples are beside the package in a checkout."""
        address, _, port = self.tool.partition(":")
        words_of = {
            "webform": [sys.executable, "-m", "webform"],
            "python": [sys.executable],
            "webform.examples": ["examples"],
            "0.0.0.0": [address],
            "5001": [port],
        }
        return [part for word in words for part in words_of.get(word, [self._local(word)])]

    def _local(self, text: str) -> str:
        for place, local in {
            "/etc/webform": f"{self._folder}/etc",
            "/var/lib/webform": f"{self._folder}/lib",
            "csv-stats:5001": self.tool,
        }.items():
            text = text.replace(place, local)
        return text

    def _filled(self, value: str) -> str:
        """Return *value* with its variables, as `docker compose` fills them in."""

        def fill(found: re.Match[str]) -> str:
            name, sign, rest = found.groups()
            return self._secrets.get(name) or {"-": rest}[sign]

        return _VARIABLE.sub(fill, value)
