"""Runs the tests of one monitor inside a session that the driver made. Not for calling by hand."""

from __future__ import annotations

import json
import shutil
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rig.compositor import Compositor, Monitor  # noqa: E402
from rig.hands import warm_up  # noqa: E402
from rig.session import RigError, Session  # noqa: E402
from scenarios import SCENARIOS, Stage  # noqa: E402


def run_test(compositor: Compositor, root: Path, name: str, hand: str) -> Stage:
    """One scenario with one hand, in a fresh program on a fresh file."""
    scenario = next(scenario for scenario in SCENARIOS if scenario.name == name)
    folder = root / f"{hand}-{name.replace(' ', '-')}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    stage = Stage(compositor, folder, hand)
    try:
        scenario.body(stage)
    except RigError as problem:
        stage.failures.append(str(problem))
    except Exception:  # whatever it is, the other scenarios go on
        stage.failures.append(traceback.format_exc(limit=-4))
    finally:
        stage.release_everything()
        stage.close()
    return stage


def main() -> None:
    order = json.loads(sys.argv[1])
    root = Path(order["root"])
    import os
    session = Session(root, dict(os.environ))
    monitor = Monitor(hz=order["hz"], scale=order["scale"],
                      width=1280 * order["scale"], height=800 * order["scale"])
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    compositor = Compositor(session, monitor)
    warm_up(compositor)
    try:
        for name, hand in order["tests"]:
            began = time.monotonic()
            stage = run_test(compositor, root, name, hand)
            word = "FAIL" if stage.failures else "ok  "
            counts["failed" if stage.failures else "passed"] += 1
            print(f"{word}  {monitor.hz} Hz ×{monitor.scale} {hand:5} {name} ({time.monotonic() - began:.1f} s)")
            for line in [*stage.notes, *stage.failures]:
                print("      " + line.replace("\n", "\n      "))
            sys.stdout.flush()
            (root / "results.json").write_text(json.dumps(counts))
    finally:
        compositor.close()


if __name__ == "__main__":
    main()
