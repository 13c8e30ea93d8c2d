"""Runs tests of one monitor in a session that the driver created: reads each from standard input, and writes its result to a
file descriptor. Only the driver starts this program."""

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
from scenarios import SCENARIOS, ScenarioSkipped, Stage  # noqa: E402

#: The size of the monitor in logical pixels, by scale. The monitor is smaller at scale 2, because a machine without a
#: GPU cannot compose four times the pixels at 144 Hz.
MONITOR_SIZES = {1: (1280, 800), 1.5: (960, 600), 2: (900, 640)}


#: The maximum number of times that a scenario is run if a precondition is not met. A scenario with a final failure is
#: not run again.
MAX_RUNS = 3


def run_test(compositor: Compositor, root: Path, name: str, device: str) -> Stage:
    """Runs a scenario with an input device, and repeats it if a precondition is not met."""
    inconclusive_runs: list[str] = []
    for _ in range(MAX_RUNS):
        stage = run_once(compositor, root, name, device)
        if not stage.is_inconclusive:
            break
        inconclusive_runs.append(f"inconclusive: {'; '.join(stage.unmet_preconditions)}")
    else:
        stage.failures += stage.unmet_preconditions + stage.doubtful_failures
    stage.notes = inconclusive_runs + stage.notes
    return stage


def run_once(compositor: Compositor, root: Path, name: str, device: str) -> Stage:
    """Runs a scenario once, with a fresh program and file."""
    scenario = next(scenario for scenario in SCENARIOS if scenario.name == name)
    folder = root / f"{device}-{name.replace(' ', '-')}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    stage = Stage(compositor, folder, device)
    stage.remove_saved_settings()
    try:
        scenario.body(stage)
    except ScenarioSkipped as reason:
        stage.skip_reason = str(reason)
    except RigTimeout as problem:
        stage.unmet_preconditions.append(str(problem))
    except RigError as problem:
        stage.expect(False, str(problem))
    except Exception as error:  # the other scenarios must run whatever the error is
        # What went wrong comes first, because the verdict shows only the beginning.
        description = "".join(traceback.format_exception_only(error))
        stage.expect(False, description + traceback.format_exc(limit=-4))
    finally:
        stage.release_everything()
        stage.close()
    return stage


def main() -> None:
    job = json.loads(sys.argv[1])
    # Programs under test must not inherit it: the driver waits for its end.
    os.set_inheritable(int(sys.argv[2]), False)
    results = os.fdopen(int(sys.argv[2]), "w")
    root, hz, scale = Path(job["root"]), job["hz"], job["scale"]
    session = Session(root, dict(os.environ))
    monitor = Monitor(*(round(length * scale) for length in MONITOR_SIZES.get(scale, MONITOR_SIZES[1])), hz=hz, scale=scale)
    compositor = Compositor(session, monitor, paints=job["pictures"])
    warm_up(compositor)
    try:
        for line in sys.stdin:
            name, device = json.loads(line)
            began = time.monotonic()
            stage = run_test(compositor, root, name, device)
            result = "failed" if stage.failures else "skipped" if stage.skip_reason else "passed"
            result_label = {"failed": "FAIL", "skipped": "skip", "passed": "ok  "}[result]
            report = [f"{result_label}  {monitor.hz} Hz ×{monitor.scale} {device:5} {name} ({time.monotonic() - began:.1f} s)"]
            report += ["      " + text.replace("\n", "\n      ")
                       for text in [stage.skip_reason, *stage.notes, *stage.failures] if text]
            # Everything is written with a single call, because another session may be writing to the same output.
            os.write(1, ("\n".join(report) + "\n").encode())
            record = {"outcome": result, "reason": "; ".join(stage.failures) or stage.skip_reason or ""}
            print(json.dumps(record), file=results, flush=True)
    finally:
        compositor.close()


if __name__ == "__main__":
    main()
