"""The fuzzer that coverage leads: a short run of each of its targets, from the samples on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUNS = 300
TARGETS = ("texts", "documents", "schemas", "posts", "bodies")

pytest.importorskip("atheris", reason="atheris is made for Linux on x86-64")


@pytest.mark.slow
def test_what_coverage_leads_to_makes_nothing_raise(tmp_path):
    for target in TARGETS:
        (tmp_path / target).mkdir()
    # What is new goes into the first folder; the second is read. The memory it would count is the tests' own, too.
    command = [
        sys.executable,
        "-m",
        "tests.fuzzing",
        ",".join(TARGETS),
        f"-runs={RUNS}",
        "-len_control=0",
        "-max_len=4096",
        "-rss_limit_mb=0",
    ]
    folders = [f"-artifact_prefix={tmp_path}/", "-seed=1", f"{tmp_path}/TARGET", str(ROOT / "tests/samples")]
    done = subprocess.run([*command, *folders], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)

    output = done.stdout[-3000:] + done.stderr[-3000:]
    runs = [int(count) for count in re.findall(r"Done (\d+) runs", done.stderr)]
    # Now and then the fuzzer does a few more than it was asked for.
    assert (done.returncode, [count >= RUNS for count in runs]) == (0, [True] * len(TARGETS)), output
