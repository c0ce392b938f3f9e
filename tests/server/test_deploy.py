"""What lies in deploy/ calls commands, options and addresses that there are, and gives nobody more than they need."""

import json
import re
import shlex
from pathlib import Path

import pytest
import typer
import yaml

from halma.cli import app
from halma.server.transport.endpoints import ENDPOINTS

DEPLOY = Path(__file__).parents[2] / "deploy"


def commands() -> dict[str, list[str]]:
    """Every call of halma in the files, without variables."""
    found: dict[str, list[str]] = {}
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    for name, service in compose["services"].items():
        if str(service.get("command", "")).startswith("halma"):
            found[f"compose {name}"] = shlex.split(service["command"])
    for unit in DEPLOY.glob("*.service"):
        (line,) = re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
        found[unit.name] = ["halma", *shlex.split(line)[1:]]
    (line,) = re.findall(r"^CMD (.*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    found["Containerfile"] = json.loads(line)
    return found


@pytest.mark.parametrize("name", commands())
def test_a_process_is_started_with_options_that_there_are(name: str) -> None:
    program, command, *given = commands()[name]
    known = typer.main.get_command(app).commands[command]  # pyright: ignore
    options = {text for parameter in known.params for text in (*parameter.opts, *parameter.secondary_opts)}
    asked = [word for word in given if word.startswith("--")]
    assert program == "halma" and asked and set(asked) <= options


def test_all_processes_that_share_a_database_have_it_and_the_hub() -> None:
    sharing = {name: given for name, given in commands().items() if "--hub" in given}
    assert len(sharing) == 5
    assert all("--database" in given for given in sharing.values())
    # Where there are workers, fronts leave the computers at tables to them.
    assert all("--no-turns" in given for given in sharing.values() if given[1] == "serve")


def test_a_proxy_and_a_health_check_ask_for_what_there_is() -> None:
    paths = {endpoint.path for endpoint in ENDPOINTS}
    asked = re.findall(r"/api/[a-z]+", (DEPLOY / "Caddyfile").read_text() + (DEPLOY / "compose.yaml").read_text())
    assert "/api/ready" in asked and set(asked) <= paths


def test_nobody_but_the_proxy_can_be_reached_from_outside() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["proxy"]
    assert compose["networks"]["inside"]["internal"] is True
    for name, service in compose["services"].items():
        assert service["networks"] == ["inside"] or name == "proxy"
        if str(service.get("command", "")).startswith("halma"):
            assert service["read_only"] and service["cap_drop"] == ["ALL"]


def test_services_and_the_image_do_not_run_as_root() -> None:
    for unit in DEPLOY.glob("*.service"):
        text = unit.read_text()
        assert "DynamicUser=yes" in text and "NoNewPrivileges=yes" in text and "ProtectSystem=strict" in text
    image = (DEPLOY / "Containerfile").read_text()
    assert image.index("USER halma") < image.index("CMD")
    assert "--require-hashes" in image
