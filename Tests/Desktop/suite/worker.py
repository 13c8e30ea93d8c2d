"""Runs the tests of one monitor in a session that the driver created. Not meant to be called by hand."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rig.compositor import Compositor, Monitor  # noqa: E402
from rig.input_devices import warm_up  # noqa: E402
from rig.session import RigError, RigTimeout, Session  # noqa: E402
from scenarios import SCENARIOS, Stage  # noqa: E402

#: Logical pixels of the monitor by scale. At scale 2 it is smaller: a
#: machine without a GPU cannot compose four times the pixels at 144 Hz.
SIZES = {1: (1280, 800), 1.5: (960, 600), 2: (900, 640)}


#: The maximum number of runs if a precondition is missed. A final failure is never repeated.
TRIES = 3


def run_test(compositor: Compositor, root: Path, name: str, hand: str) -> Stage:
    """Runs a scenario with an input device, and repeats it if a precondition is missed."""
    void: list[str] = []
    for _ in range(TRIES):
        stage = run_once(compositor, root, name, hand)
        if not stage.is_void:
            break
        void.append(f"void: {'; '.join(stage.missed_preconditions)}")
    else:
        stage.failures += stage.missed_preconditions + stage.doubts
    stage.notes = void + stage.notes
    return stage


def run_once(compositor: Compositor, root: Path, name: str, hand: str) -> Stage:
    """Runs a scenario once, with a fresh program and file."""
    scenario = next(scenario for scenario in SCENARIOS if scenario.name == name)
    folder = root / f"{hand}-{name.replace(' ', '-')}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    stage = Stage(compositor, folder, hand)
    stage.forget_settings()
    try:
        scenario.body(stage)
    except RigTimeout as problem:
        stage.missed_preconditions.append(str(problem))
    except RigError as problem:
        stage.expect(False, str(problem))
    except Exception:  # whatever the error, the other scenarios must run
        stage.expect(False, traceback.format_exc(limit=-4))
    finally:
        stage.release_everything()
        stage.close()
    return stage


def main() -> None:
    order = json.loads(sys.argv[1])
    root, hz, scale = Path(order["root"]), order["hz"], order["scale"]
    session = Session(root, dict(os.environ))
    monitor = Monitor(*(round(length * scale) for length in SIZES.get(scale, SIZES[1])), hz=hz, scale=scale)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    compositor = Compositor(session, monitor, paints=order["pictures"])
    warm_up(compositor)
    try:
        for name, hand in order["tests"]:
            began = time.monotonic()
            stage = run_test(compositor, root, name, hand)
            kind = "failed" if stage.failures else "skipped" if stage.skipped else "passed"
            counts[kind] += 1
            word = {"failed": "FAIL", "skipped": "skip", "passed": "ok  "}[kind]
            report = [f"{word}  {monitor.hz} Hz ×{monitor.scale} {hand:5} {name} ({time.monotonic() - began:.1f} s)"]
            report += ["      " + line.replace("\n", "\n      ")
                       for line in [stage.skipped, *stage.notes, *stage.failures] if line]
            # In one write, because another session may be writing to the same output.
            os.write(1, ("\n".join(report) + "\n").encode())
            (root / "results.json").write_text(json.dumps(counts))
    finally:
        compositor.close()


if __name__ == "__main__":
    main()
