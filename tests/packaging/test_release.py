"""Releasing: what is checked before, what the workflows do, and what the package index shows."""

import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.packaging.blocking import ROOT

TOOL = ROOT / "tools" / "release-check"
PYPROJECT = '[project]\nversion = "{version}"\n[project.urls]\nRepository = "{repository}"\n'
CHANGELOG = """# Changelog

## [Unreleased]
{unreleased}
## [{heading}]{date}

{text}

## [0.9.0] - 2026-01-01

- Old.
"""
GOOD = {
    "version": "1.0.0",
    "repository": "https://git.example.org/halma",
    "unreleased": "",
    "heading": "1.0.0",
    "date": " - 2026-11-16",
    "text": "- New.",
}
PROVIDER = runpy.run_path(str(ROOT / "tools" / "backend" / "metadata_provider.py"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def check(folder: Path, tag: str | None = None, **changed: str) -> tuple[int, list[str]]:
    """How the check ends, and what it says, in a tree that would be fine but for what is changed."""
    values = GOOD | changed
    (folder / "tools").mkdir()
    shutil.copy(TOOL, folder / "tools")
    (folder / "pyproject.toml").write_text(PYPROJECT.format(**values), encoding="utf-8")
    (folder / "CHANGELOG.md").write_text(CHANGELOG.format(**values), encoding="utf-8")
    call = [sys.executable, str(folder / "tools" / "release-check"), *([tag] if tag else [])]
    ended = subprocess.run(call, capture_output=True, text=True, encoding="utf-8", check=False)
    return ended.returncode, ended.stderr.splitlines()


@pytest.mark.parametrize("tag", [None, "v1.0.0"])
def test_a_tree_that_fits_together_may_be_released(tag: str | None, tmp_path: Path):
    assert check(tmp_path, tag) == (0, [])


@pytest.mark.parametrize(
    ("tag", "changed", "said"),
    [
        ("v1.0.1", {}, "the tag is “v1.0.1”, but the version in pyproject.toml asks for “v1.0.0”"),
        ("1.0.0", {}, "the tag is “1.0.0”"),
        (None, {"version": "1.0"}, "“1.0” is no version"),
        (None, {"version": "1.0.1"}, "the heading after “## [Unreleased]” must be “## [1.0.1] - DATE”"),
        (None, {"unreleased": "\n- Something.\n"}, "there is something below “## [Unreleased]”"),
        (None, {"date": ""}, "needs a date such as 2026-01-31, not “”"),
        (None, {"date": " - 2026-13-01"}, "not “2026-13-01”"),
        (None, {"text": ""}, "nothing is told below “## [1.0.0]”"),
        (None, {"repository": "https://halma.example/halma"}, "still the placeholder https://halma.example/halma"),
    ],
)
def test_what_does_not_fit_is_said(tag: str | None, changed: dict[str, str], said: str, tmp_path: Path):
    code, lines = check(tmp_path, tag, **changed)
    assert code == 1
    assert [line for line in lines if said in line], lines


def test_the_changelog_of_the_project_can_be_read_by_it():
    problems = list(runpy.run_path(str(TOOL))["problems"](ROOT, None))
    assert not [problem for problem in problems if "first heading" in problem]


def test_all_addresses_come_from_one():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert list(project["urls"]) == ["Repository"]
    made = PROVIDER["dynamic_metadata"]({}, project | {"urls": {"Repository": "https://git.example.org/x/"}})
    assert all(address.startswith("https://git.example.org/x/") for address in made["urls"].values())
    with pytest.raises(ValueError, match="no settings"):
        PROVIDER["dynamic_metadata"]({"colour": "red"}, project)


def test_pictures_and_links_get_full_addresses():
    text = "![a](b.png) [c](d/e.md#f) [g](https://h.i) [j](#k) `[l](m)`"
    assert PROVIDER["absolute"](text, "https://x.org", "v1") == (
        "![a](https://x.org/raw/v1/b.png) [c](https://x.org/blob/v1/d/e.md#f) [g](https://h.i) [j](#k) "
        "`[l](https://x.org/blob/v1/m)`"
    )


def steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def make_targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return {line.partition(":")[0] for line in text.splitlines() if ":" in line and line[0].isalpha()}


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_calls_what_there_is(file: Path):
    workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
    # YAML takes “on” for a truth value.
    assert {"name", True, "permissions", "jobs"} <= set(workflow)
    assert all(("run" in step) != ("uses" in step) for step in steps(workflow))
    commands = [step["run"] for step in steps(workflow) if "run" in step]
    assert {command.split()[1] for command in commands if command.startswith("make ")} <= make_targets()
    for command in commands:
        if command.startswith("tools/"):
            tool = ROOT / command.split()[0]
            assert tool.is_file() and tool.stat().st_mode & 0o111
    for job in workflow["jobs"].values():
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(workflow["jobs"])


def test_the_workflows_test_every_change_build_every_tag_and_look_for_holes_at_night():
    by_name = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in WORKFLOWS}
    assert {"push", "pull_request"} <= set(by_name["test"][True])
    assert "make test" in [step.get("run") for step in steps(by_name["test"])]
    nightly = " ".join(step.get("run", "") for step in steps(by_name["nightly"]))
    assert "pip-audit" in nightly and "npm audit" in nightly and "tests.server.fuzzing 10000000" in nightly
    assert by_name["wheels"][True]["push"] == {"tags": ["v*"]}
    commands = " ".join(step.get("run", "") for step in steps(by_name["wheels"]))
    assert "make sdist" in commands and "tools/release-check" in commands and "cibuildwheel" in commands
    assert by_name["wheels"]["jobs"]["upload"]["if"] == "startsWith(github.ref, 'refs/tags/v')"


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_issue_templates_are_forms(file: Path):
    form = yaml.safe_load(file.read_text(encoding="utf-8"))
    if file.stem == "config":
        assert set(form) <= {"blank_issues_enabled", "contact_links"}
        return
    assert {"name", "description", "body"} <= set(form)
    for field in form["body"]:
        assert field["type"] in ("markdown", "input", "textarea", "dropdown", "checkboxes")
        assert field["attributes"].get("label") or field["type"] == "markdown"
    names = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(names) == len(set(names))


def test_wheels_are_built_for_every_python_that_is_promised():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    prefix = "Programming Language :: Python :: 3."
    promised = [line.removeprefix(prefix) for line in pyproject["project"]["classifiers"] if line.startswith(prefix)]
    assert pyproject["tool"]["cibuildwheel"]["build"] == [f"cp3{minor}-*" for minor in promised]
    assert pyproject["project"]["requires-python"] == f">=3.{promised[0]}"
    for command in pyproject["tool"]["cibuildwheel"]["test-command"]:
        for word in command.split():
            if word.startswith("{project}/"):
                assert (ROOT / word.removeprefix("{project}/")).exists(), word
