"""The gate: ``python -m tests`` runs every check and fails when one of them fails; other arguments go to pytest."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHECKS = (
    ("format", ["-m", "ruff", "format", "--check", "--quiet"]),
    ("lint", ["-m", "ruff", "check", "--quiet"]),
    ("types", ["-m", "mypy"]),
    ("import layers", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
    ("chapters", ["-m", "campaign", "chapter", "check", "chapters"]),
    ("docs", ["-m", "campaign.files.reference", "--check"]),
    ("balance", ["-m", "tests.balance", "--check"]),
    ("tests", ["-m", "pytest", "-n", "auto", "--dist", "worksteal"]),
)


def main() -> int:
    """Run every check, also after one has failed, and say which did."""
    failed: list[str] = []
    for name, arguments in CHECKS:
        extra = sys.argv[1:] if name == "tests" else []
        print(f"== {name}", flush=True)
        start = time.monotonic()
        code = subprocess.run([sys.executable, *arguments, *extra], cwd=ROOT, env=os.environ, check=False).returncode
        print(
            f"== {name}: {'passed' if code == 0 else f'FAILED ({code})'} in {time.monotonic() - start:.0f} s",
            flush=True,
        )
        if code != 0:
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
