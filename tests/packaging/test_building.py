"""Building the package: what does not compile takes nothing else away, and a wheel says what is in it.

A stand-in for the compiler makes empty objects of our sources at once, so that only the build itself is tested. It
writes down what it is asked to compile.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from halma.cli.version import BATCH, COMPILED_PARTS
from halma.kernel import fast
from tests.packaging.blocking import ROOT

COMPILER = shutil.which("c++")
FEATURES = Path(__file__).with_name("core_features.py")
# What a build needs besides the sources.
FILES = ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE")
STAND_IN = """#!/bin/sh
# Refuses to compile {broken}, makes empty objects and modules of the rest of the project, and leaves all else alone.
ours= out= made=
for word in "$@"; do
    case $word in
    *{broken}*) echo "error: does not compile" >&2; exit 1 ;;
    *src/halma/*.cpp | *nanobind*.cpp) ours=object; echo "$word" >> {log} ;;
    -shared) ours=module ;;
    esac
    [ "$out" = next ] && out=done made=$word
    [ "$word" = -o ] && out=next
done
case $ours in
object) exec {compiler} -x c++ -c /dev/null -o "$made" ;;
module) exec {compiler} -shared -x c++ /dev/null -o "$made" ;;
esac
exec {compiler} "$@"
"""
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(COMPILER is None or os.name == "nt", reason="needs a compiler")]


class Builder:
    """Builds in a folder of its own, where some of the sources do not compile."""

    def __init__(self, folder: Path, broken: str = "nothing-is-broken") -> None:
        self.folder = folder
        self.log = folder / "compiled"
        self.compiler = folder / "stand-in"
        self.compiler.write_text(STAND_IN.format(broken=broken, compiler=COMPILER, log=self.log), encoding="utf-8")
        self.compiler.chmod(0o755)

    def project(self) -> Path:
        """A copy of what the package is built from, as it lies in the repository."""
        project = self.folder / "project"
        for name in FILES:
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, project / name)
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        for name in ("src/halma", "tools/backend"):
            shutil.copytree(ROOT / name, project / name, ignore=ignored)
        return project

    def pip(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*PIP, *arguments],
            cwd=self.folder,
            env={**os.environ, "CXX": str(self.compiler), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def wheel(self, source: Path, **environment: str) -> tuple[Path, list[str]]:
        """The wheel that is built from a folder or a source distribution, and the compiled modules in it."""
        ended = self.pip("wheel", "--no-deps", "--wheel-dir", "wheels", str(source), **environment)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        (wheel,) = (self.folder / "wheels").glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            compiled = [name for name in archive.namelist() if name.endswith(".so")]
        return wheel, sorted(str(Path(name).parent) for name in compiled)


def source_distribution(folder: Path, project: Path) -> Path:
    """Made by the backend itself, with what a build of it needs, and without a repository around it."""
    call = "from scikit_build_core.build import build_sdist; print(build_sdist('dist'))"
    environment = folder / "backend"
    subprocess.run([*PIP, "install", "-q", "--target", str(environment), "scikit-build-core>=1.1"], check=True)
    ended = subprocess.run(
        [sys.executable, "-c", call],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(environment)},
        capture_output=True,
        text=True,
        check=True,
    )
    return project / "dist" / ended.stdout.split()[-1]


def test_a_module_that_does_not_compile_takes_no_other_away(tmp_path: Path) -> None:
    builder = Builder(tmp_path, "puzzles/native/module.cpp")
    wheel, compiled = builder.wheel(builder.project())
    others = sorted(part.module.rpartition(".")[0].replace(".", "/") for part in COMPILED_PARTS)
    others.remove("halma/puzzles")
    assert compiled == others
    assert not wheel.name.endswith("-none-any.whl")


def test_a_source_distribution_is_compiled_once_and_refused_where_nothing_compiles(tmp_path: Path) -> None:
    builder = Builder(tmp_path)
    archive = source_distribution(tmp_path, builder.project())
    with tarfile.open(archive) as content:
        names = {name.partition("/")[2] for name in content.getnames()}
        law = content.getmember(f"{archive.name.removesuffix('.tar.gz')}/src/halma/rulebook/law.md")
    assert {*FILES, "PKG-INFO", "tools/backend/wheel_backend.py", "src/halma/kernel/fast/native.cpp"} <= names
    assert law.isfile(), "a link would be a line of text where there are no links"

    # Once each, though the metadata are asked for first; and all that is needed is in the archive.
    _, compiled = builder.wheel(archive)
    assert len(compiled) == len(COMPILED_PARTS)
    sources = builder.log.read_text(encoding="utf-8").split()
    ours = [source for source in sources if "/halma/" in source]
    assert len(ours) == len(set(ours)) == len(COMPILED_PARTS)

    # Installers keep such a wheel, and show nothing of a build that succeeds.
    refusing = Builder(tmp_path, ".cpp")
    refused = refusing.pip("wheel", "--no-deps", "--wheel-dir", "refused", str(archive))
    assert refused.returncode != 0
    assert "HALMA_PYTHON_ONLY=1 pip install --no-cache-dir halma" in refused.stdout + refused.stderr
    assert not list(tmp_path.glob("refused/*"))
    shutil.rmtree(tmp_path / "wheels")
    wheel, compiled = refusing.wheel(archive, HALMA_PYTHON_ONLY="1")
    assert compiled == []
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_core_works_from_a_wheel_with_nothing_else_installed(tmp_path: Path) -> None:
    builder = Builder(tmp_path, ".cpp")
    wheel, compiled = builder.wheel(builder.project())
    assert compiled == []
    assert wheel.name.endswith("-py3-none-any.whl"), "a wheel in which nothing is compiled says so"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert not [name for name in names if name.endswith((".cpp", ".hpp", ".so"))]
    assert {"halma/py.typed", "halma/rulebook/law.md", "halma/locale/de/LC_MESSAGES/halma.po"} <= set(names)

    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin" / "python"
    installed = builder.pip("--python", str(python), "install", "--no-index", "--find-links", "wheels", "halma")
    assert installed.returncode == 0, installed.stderr

    def run(*arguments: str) -> tuple[str, str]:
        ended = subprocess.run(
            [python, "-I", *arguments],
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "LANGUAGE": "en", "HALMA_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.stdout, ended.stderr

    assert run(str(FEATURES), "python") == ("all of the core works\n", "")
    assert run("-m", "halma", "games")[1].endswith('pip install "halma[cli]"\n')
    told = run("-m", "halma", "--version")[0].splitlines()
    assert len(told) == 1 + len(COMPILED_PARTS)
    # Batches are not looked at without NumPy.
    assert sum(line.endswith("it was not compiled when halma was installed.") for line in told[1:4]) == 3

    # The same wheel with the modules of this environment, which compiling them again would not make different.
    if fast.available:
        (site,) = environment.glob("lib/python*/site-packages")
        for part in COMPILED_PARTS:
            # Batches need NumPy, which is not there.
            found = None if part.module == BATCH else find_spec(part.module)
            if found is None or found.origin is None:
                continue
            shutil.copy(found.origin, site.joinpath(*part.module.split(".")[:-1]))
        assert run(str(FEATURES), "compiled") == ("all of the core works\n", "")
        assert run("-m", "halma", "--version")[0].splitlines()[1] == "Kernel: fast (compiled)"


def test_metadata_are_there_without_compiling(tmp_path: Path) -> None:
    builder = Builder(tmp_path)
    ended = builder.pip(
        "install",
        "--dry-run",
        "--no-deps",
        "--ignore-installed",
        "--quiet",
        "--report",
        "report",
        str(builder.project()),
    )
    assert ended.returncode == 0, ended.stderr
    (found,) = json.loads((tmp_path / "report").read_text(encoding="utf-8"))["install"]
    assert found["metadata"]["name"] == "halma"
    assert not [value for value in found["metadata"].get("requires_dist", ()) if "extra ==" not in value]
    assert not builder.log.exists(), "something was compiled"
    description = found["metadata"]["description"]
    assert "](docs/" not in description
    assert "/raw/v" in description and "/blob/v" in description
