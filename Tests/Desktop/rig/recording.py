"""Recordings of the monitor: a narrow strip of every frame that the compositor provides."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstApp", "1.0")
from gi.repository import Gst, GstApp  # noqa: E402, F401  (GstApp gives the sink its methods)

from .compositor import Compositor  # noqa: E402
from .screenshot import Picture, picture_of  # noqa: E402
from .session import RigError, RigTimeout  # noqa: E402

#: The maximum number of frames in a recording: several seconds on a fast monitor.
_MAX_FRAMES = 2_000


@contextmanager
def record_strip(compositor: Compositor, left: int, width: int) -> Iterator[list[Picture]]:
    """Records a vertical strip of the monitor during the block; the list is filled when the block ends.

    `left` and `width` are device pixels. The first frame shows the monitor before the block, and each
    of the others shows the monitor during the block. A busy machine drops some frames.
    """
    if not compositor.paints:
        raise RigError("This compositor paints nothing; the scenario must ask for pictures.")
    Gst.init(None)
    recording: list[Picture] = []
    cast = compositor.open_cast()
    node = compositor.start_cast(cast, compositor.record_monitor(cast, cursor=False))
    right = compositor.monitor.width - left - width
    # Frames are copied at once, because the compositor has only a few buffers to lend.
    pipeline = Gst.parse_launch(
        f"pipewiresrc path={node} do-timestamp=true always-copy=true ! videocrop left={left} right={right} "
        f"! videoconvert ! video/x-raw,format=RGB ! appsink name=sink sync=false max-buffers={_MAX_FRAMES}")
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    try:
        first_sample = sink.try_pull_sample(8 * Gst.SECOND)
        if first_sample is None:
            raise RigTimeout("The compositor did not start a recording within 8 s.")
        recording.append(picture_of(first_sample))
        yield recording
        while (sample := sink.try_pull_sample(Gst.SECOND // 5)) is not None:
            recording.append(picture_of(sample))
    finally:
        pipeline.set_state(Gst.State.NULL)
        compositor.stop_cast(cast)
