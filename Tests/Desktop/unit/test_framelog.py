"""Tests of reading the frame log."""

from __future__ import annotations

import json
import tempfile
import unittest
from dataclasses import asdict, replace
from pathlib import Path

from checks import framelog

from .synthetic import frames_of_a_drag


class FrameLogTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "frames.jsonl"

    def test_missing_log_is_empty(self) -> None:
        self.assertEqual(framelog.Log(self.path).frames(), [])

    def test_complete_lines_are_read_and_a_partial_line_is_omitted(self) -> None:
        frames = frames_of_a_drag(3)
        lines = [json.dumps(asdict(frame) | {"something_new": 1}) + "\n" for frame in frames]
        log = framelog.Log(self.path)
        self.path.write_text("".join(lines[:2]) + lines[2][:20])
        self.assertEqual(log.frames(), frames[:2])
        with self.path.open("a") as file:
            file.write(lines[2][20:])
        self.assertEqual(log.frames(), frames)

    def test_drags_are_runs_of_lifted_frames(self) -> None:
        first, second = frames_of_a_drag(3), [replace(frame, uid="other") for frame in frames_of_a_drag(2)]
        pressing = replace(first[0], phase="pressing")
        runs = framelog.drags([pressing, *first, pressing, *first, *second])
        self.assertEqual([len(run) for run in runs], [3, 3, 2])

    def test_held_edge_is_the_end_only_if_the_end_is_resized(self) -> None:
        for phase, name in (("move", "snapped_start"), ("stretch-start", "snapped_start"),
                            ("stretch-end", "snapped_end")):
            frame = frames_of_a_drag(1, phase)[0]
            self.assertEqual(frame.held_edge_time, getattr(frame, name))
            self.assertNotEqual(frame.snapped_start, frame.snapped_end)


if __name__ == "__main__":
    unittest.main()
