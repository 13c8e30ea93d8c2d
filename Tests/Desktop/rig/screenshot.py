"""Pictures of the monitor, read pixel by pixel without an imaging library."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstApp", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst, GstApp, GstVideo  # noqa: E402, F401  (GstApp gives the sink its methods)

from .compositor import Compositor  # noqa: E402
from .session import RigError, RigTimeout  # noqa: E402

Color = tuple[int, int, int]


@dataclass(frozen=True)
class Picture:
    """Pixels in rows from the top, three bytes each."""

    width: int
    height: int
    pixels: bytes

    def at(self, x: int, y: int) -> Color:
        """The color of a pixel."""
        offset = 3 * (y * self.width + x)
        return self.pixels[offset], self.pixels[offset + 1], self.pixels[offset + 2]

    def column(self, x: int) -> list[Color]:
        """The colors of a column from the top."""
        return [self.at(x, y) for y in range(self.height)]

    def bounds(self, color: Color) -> tuple[int, int, int, int] | None:
        """The smallest rectangle that contains all pixels of exactly the given color: x, y, width, height."""
        color_bytes, positions, offset = bytes(color), [], -1
        while (offset := self.pixels.find(color_bytes, offset + 1)) >= 0:
            if offset % 3 == 0:
                positions.append(divmod(offset // 3, self.width))
        if not positions:
            return None
        rows, columns = [y for y, _ in positions], [x for _, x in positions]
        return (min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)

    def differing_pixel_count(self, other: Picture) -> int:
        """The number of pixels that differ."""
        if (self.width, self.height) != (other.width, other.height):
            return self.width * self.height
        if self.pixels == other.pixels:
            return 0
        return sum(
            self.pixels[i:i + 3] != other.pixels[i:i + 3] for i in range(0, len(self.pixels), 3))

    def save(self, path: Path) -> None:
        """Writes a PNG file."""
        rows = b"".join(
            b"\0" + self.pixels[3 * y * self.width:3 * (y + 1) * self.width] for y in range(self.height))

        def chunk(kind: bytes, data: bytes) -> bytes:
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        path.write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6))
            + chunk(b"IEND", b""))


def take_picture(compositor: Compositor, cursor: bool = False) -> Picture:
    """A picture of the monitor. A new cast begins with a complete current frame."""
    if not compositor.paints:
        raise RigError("This compositor paints nothing; the scenario must ask for pictures.")
    Gst.init(None)
    cast = compositor.open_cast()
    stream = compositor.record_monitor(cast, cursor)
    node = compositor.start_cast(cast, stream)
    pipeline = Gst.parse_launch(
        f"pipewiresrc path={node} num-buffers=1 do-timestamp=true ! videoconvert "
        "! video/x-raw,format=RGB ! appsink name=sink sync=false")
    pipeline.set_state(Gst.State.PLAYING)
    try:
        sample = pipeline.get_by_name("sink").try_pull_sample(8 * Gst.SECOND)
        if sample is None:
            raise RigTimeout("The compositor provided no picture within 8 s.")
        return picture_of(sample)
    finally:
        pipeline.set_state(Gst.State.NULL)
        compositor.stop_cast(cast)


def picture_of(sample: Gst.Sample) -> Picture:
    """The picture in a sample of RGB video, whose rows may be padded."""
    video_info = GstVideo.VideoInfo.new_from_caps(sample.get_caps())
    buffer = sample.get_buffer()
    data = bytes(buffer.extract_dup(0, buffer.get_size()))
    stride = (3 * video_info.width + 3) & ~3
    rows = (data[y * stride:y * stride + 3 * video_info.width] for y in range(video_info.height))
    return Picture(video_info.width, video_info.height, b"".join(rows))
