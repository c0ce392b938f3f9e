"""The notebooks run from their first cell to their last, and what they claim about their results holds."""

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs/notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["length-of-games", "play-and-draw", "train-an-agent"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    monkeypatch.setenv("HALMA_QUICK", "1")
    # Nothing of the person's own settings of Jupyter, Python or Matplotlib.
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path / "matplotlib"))
    notebook = nbformat.read(path, as_version=4)
    # An error in a cell is raised here with its traceback; how long a cell takes does not matter.
    NotebookClient(notebook, timeout=None, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count == number for number, cell in enumerate(code, 1))
    shown = {kind for cell in code for output in cell.outputs for kind in output.get("data", {})}
    assert shown & {"image/svg+xml", "image/png"}, "it draws something"
    # A warning in a notebook is what its reader sees first.
    told = [output.text for cell in code for output in cell.outputs if output.get("name") == "stderr"]
    assert told == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_what_it_prints(path):
    """So that a change shows what was changed; the site that shows them runs them."""
    raw = path.read_text(encoding="utf-8")
    notebook = json.loads(raw)
    nbformat.validate(nbformat.reads(raw, as_version=4))
    assert raw == json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    for cell in notebook["cells"]:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None
        assert cell["metadata"] == {}
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
