"""Colors that are assigned to calendars without a color, and the tooltips of events."""

from __future__ import annotations

from checks.calendars import Calendar, standard_day
from rig.screenshot import Color, Picture
from rig.tree import Rectangle

from .registry import KEYS, MOUSE, scenario
from .stage import Stage

_TITLES = ("Review", "Elsewhere")


def _stripes(stage: Stage) -> list[Color]:
    """The color of the stripe at the leading edge of one event from each calendar."""
    boxes = [stage.program.bounds_at_rest(title) for title in _TITLES]
    picture = stage.picture_at_rest()
    return [picture.at(box.x + 1, box.y + box.height // 2) for box in boxes]


@scenario(KEYS, pictures=True)
def calendars_without_colors_get_different_ones_and_keep_them(stage: Stage) -> None:
    settings: dict[str, str | None] = {
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")}
    other_path = Calendar().add("Elsewhere", "11:30", "12:30").write(stage.folder, "others.ics")
    original_contents = other_path.read_bytes()
    stage.open(standard_day(), environment=settings, arguments=(str(other_path),))
    first_colors = _stripes(stage)
    difference = sum(abs(left - right) for left, right in zip(*first_colors))
    stage.expect(difference > 100, f"the stripes are {first_colors}")
    stage.close()
    # The next launch opens the calendars in the opposite order.
    stage.open(standard_day(), environment=settings, is_on_command_line=False, arguments=(str(other_path), str(stage.path)))
    second_colors = _stripes(stage)
    stage.expect(
        second_colors == first_colors, f"the stripes are {second_colors}; at the first launch, they were {first_colors}")
    stage.expect(other_path.read_bytes() == original_contents, "a color was written into a file")
    stage.expect_untouched("its color was only assigned")


@scenario(MOUSE, pictures=True)
def a_tooltip_says_more_about_the_event_under_the_pointer(stage: Stage) -> None:
    stage.open(standard_day().add("Talk", "13:00", "13:15", "LOCATION:The big room on the third floor"))
    # The whole tooltip must be on the screen.
    stage.scroll_to("Talk", y=400)
    box = stage.program.bounds_at_rest("Talk")
    picture_without_tooltip = stage.picture_at_rest()
    stage.mouse.move(*box.center)

    def has_tooltip() -> bool:
        return _differing_outside(stage.picture(), picture_without_tooltip, box) > 1500

    if stage.expect_soon(has_tooltip, "there is no tooltip"):
        stage.keyboard.tap("Escape")
        stage.expect_soon(lambda: not has_tooltip(), "Escape does not close the tooltip")
    stage.expect_untouched("the pointer only rested on an event")


def _differing_outside(picture: Picture, other: Picture, box: Rectangle) -> int:
    """The number of differing pixels near a block, but not on it, among every second pixel of every second row."""
    return sum(
        picture.at(x, y) != other.at(x, y)
        for y in range(box.y - 130, box.bottom + 130, 2) for x in range(box.x, box.x + 700, 2)
        if not box.y - 8 <= y <= box.bottom + 8)
