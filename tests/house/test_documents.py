"""What documents say of the code is so: commands, files, generated pages, the manual's build."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from rulewright_verify.cli.application import commands

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "rules").rglob("*.md")])
READMES = sorted(path for folder in ("compiler", "verify", "docs") for path in (ROOT / folder).rglob("README.md"))


def test_generated_pages_are_current(tmp_path: Path) -> None:
    # A process of its own: tests elsewhere make codes up, which this one would print.
    subprocess.run([sys.executable, "-m", "rulewright_sphinx.pages", str(tmp_path)], check=True)
    made = {page.name: page.read_text(encoding="utf-8") for page in tmp_path.iterdir()}
    assert made
    for name, text in made.items():
        assert (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8") == text, "run `make pages`"


def test_the_rulebook_in_the_readme_is_the_one_that_new_writes() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(# Matches.*?)```", text, re.DOTALL)
    starter = (ROOT / "verify/rulewright_verify/cli/starter.rules").read_text(encoding="utf-8")
    assert shown == starter.replace("NAME", "matches").replace("TITLE", "Matches")


def shown_commands() -> list[tuple[str, str]]:
    """Every line of a document that calls `rulewright`, in a block or in quotes."""
    found = []
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        for line in re.findall(r"^(?: {4}|\$ )?(rulewright(?: [^#\n]*)?)$", text, re.MULTILINE):
            found.append((path.name, re.split(r"   ", line)[0]))
        found += [(path.name, line) for line in re.findall(r"`(rulewright [^`]*)`", text)]
    return found


def test_commands_in_documents_exist() -> None:
    shown = shown_commands()
    assert len(shown) > 10
    for document, line in shown:
        words = line.split()[1:]
        names = [word for word in words if not word.startswith("-")]
        if not names:
            continue
        command = commands.get_command(click.Context(commands), names[0])
        assert command is not None, f"{document}: {line}"
        known = {name for one in command.params for name in one.opts} | {"--help"}
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert options - known - {"--traceback"} == set(), f"{document}: {line}"


def test_make_targets_in_documents_exist() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        target
        for path in DOCUMENTS
        for target in re.findall(r"\bmake (\w+)\b", path.read_text(encoding="utf-8"))
        if f"`make {target}" in path.read_text(encoding="utf-8")
        or f"    make {target}" in path.read_text(encoding="utf-8")
    }
    assert named and named - targets == set()


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_a_readme_names_the_files_of_its_folder(readme: Path) -> None:
    named = re.findall(r"^\| `([\w/.]+)` \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    there = {
        path.name + ("/" if path.is_dir() else "")
        for path in readme.parent.iterdir()
        if (path.suffix == ".py" and path.name != "__init__.py") or (path.is_dir() and any(path.glob("*.py")))
    }
    assert set(named) == there, f"{readme}: missing {there - set(named)}, gone {set(named) - there}"


def test_every_package_has_a_readme() -> None:
    folders = [
        folder
        for package in ("compiler/rulewright", "verify/rulewright_verify")
        for folder in (ROOT / package).iterdir()
    ]
    packages = [folder for folder in folders if (folder / "__init__.py").exists()]
    assert [folder.name for folder in packages if not (folder / "README.md").exists()] == []


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            if not (path.parent / target).exists():
                broken.append(f"{path.relative_to(ROOT)} -> {target}")
    assert broken == []


def test_help_of_every_command_has_an_example() -> None:
    for name, command in commands.commands.items():
        assert isinstance(command, click.Command)
        assert f"rulewright {name}" in (command.help or ""), name


@pytest.mark.slow
def test_the_manual_builds_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", str(ROOT / "docs"), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "reference" / "report.html").exists()
