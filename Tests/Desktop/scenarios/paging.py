"""Turning weeks without a lifted event, by finger, wheel, button and key: the pages always come to rest on a whole week."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass

from checks import pages
from checks.framelog import Frame
from rig.input_devices import BACK, FORWARD
from rig.swipes import continue_swipe

from .pages import FLICK_PX_S, PATIENCE_S, REST_S, SLOP_PX, Pages
from .registry import MOUSE, TOUCH, scenario
from .stage import Stage


def _flick_ten_times(week: Pages) -> None:
    for _ in range(10):
        week.flick(140)
        time.sleep(0.03)
    week.expect_turned(10, at_least=20)
    for _ in range(4):
        week.flick(-140)
        time.sleep(0.03)
    week.expect_turned(-4, at_least=10)


@scenario(core=True)
def ten_rapid_flicks_turn_ten_weeks(stage: Stage) -> None:
    _flick_ten_times(Pages(stage))


@scenario(TOUCH)
def ten_rapid_flicks_turn_ten_weeks_in_a_right_to_left_layout(stage: Stage) -> None:
    _flick_ten_times(Pages(stage, is_mirrored=True))


def _is_between_pages(frame: Frame) -> bool:
    return 0.02 < (frame.fraction or 0) < 0.98


def _grab_and_turn_back(week: Pages) -> None:
    """Catches moving pages halfway, holds them, and drags them back to where they came from."""
    stage = week.stage
    week.flick(140)
    time.sleep(0.03)
    x, y = week.middle
    stage.device.down(x, y)
    time.sleep(0.1)
    # On a busy machine, the pages move on until the program receives the press.
    caught_frame = stage.program.frames_when_quiet()[-1]
    stage.precondition(_is_between_pages(caught_frame), f"the pages were caught at {caught_frame.position:.3f}, not halfway")
    time.sleep(0.1)
    held_frame = stage.program.frames()[-1]
    stage.expect(held_frame.position == caught_frame.position, f"the held pages moved from {caught_frame.position} to {held_frame.position}")
    back_x = x - week.later_direction * 260
    continue_swipe(stage.device, [(x, y), (back_x, y), (back_x, y)], [0.3, 0.2], lift=False)
    dragged_frame = stage.program.frames_when_quiet()[-1]
    # The pages follow the finger from where they were caught, but stay within a page of their target.
    assert week.start_frame.page is not None
    expected = max(caught_frame.position - (260 - SLOP_PX) / week.width, week.start_frame.page)
    stage.expect(
        abs(dragged_frame.position - expected) * week.width <= 1.5,
        f"the pages were dragged to {dragged_frame.position:.4f} instead of {expected:.4f}")
    stage.device.up()
    week.expect_turned(0, at_least=10)


@scenario(core=True)
def moving_pages_can_be_grabbed_and_turned_back(stage: Stage) -> None:
    _grab_and_turn_back(Pages(stage))


@scenario(TOUCH)
def moving_pages_can_be_grabbed_and_turned_back_in_a_right_to_left_layout(stage: Stage) -> None:
    _grab_and_turn_back(Pages(stage, is_mirrored=True))


@scenario()
def speed_and_distance_decide_whether_a_release_turns_the_page(stage: Stage) -> None:
    """A flick back returns to the page; a slow drag turns the page if the drag is long enough."""
    week = Pages(stage)
    speed = abs(week.drag((260, 0.25), (-110, 0.16)).speed()[0])
    stage.precondition(speed > FLICK_PX_S, f"the speed of the flick back was {speed:.0f} px/s instead of more than {FLICK_PX_S:g} px/s")
    frames = week.expect_turned(0)
    reach = max(abs(frame.position - week.start_frame.position) for frame in frames) * week.width
    stage.precondition(reach > 150, f"the pages were dragged by {reach:.0f} px instead of more than 150 px")
    week.drag((60, 0.15), (0, 0.22))
    week.expect_turned(0)
    week.drag((260, 0.3), (0, 0.22))
    week.expect_turned(1)
    week.drag((-260, 0.3), (0, 0.22))
    frames = week.expect_turned(-1)
    returning = [frame for frame in frames if frame.position < week.start_frame.position + 1 - 240 / week.width]
    moving_away = pages.frames_moving_away(returning, week.start_frame.position)
    stage.expect(not moving_away, f"{len(moving_away)} frames moved away from the target page")


@scenario(TOUCH)
def a_swipe_35_degrees_off_the_horizontal_does_not_scroll_first(stage: Stage) -> None:
    week = Pages(stage)
    stage.precondition(
        20 < week.start_frame.scroll_y < week.start_frame.scroll_y_max - 20,
        f"scroll_y is {week.start_frame.scroll_y:.0f}: there is no room to scroll in both directions")
    x, y = week.middle
    for degrees in (35, -35):
        rise = 200 * math.tan(math.radians(degrees))
        stage.finger.down(x + 100, y)
        continue_swipe(stage.finger, [(x + 100, y), (x - 100, y + rise)], [0.18])
        week.expect_turned(1)


@scenario(TOUCH)
def a_swipe_60_degrees_off_the_horizontal_scrolls_and_turns_no_page(stage: Stage) -> None:
    week = Pages(stage)
    x, y = week.middle
    stage.finger.down(x, y)
    continue_swipe(stage.finger, [(x, y), (x - 90, y - 156)], [0.3])
    time.sleep(REST_S)
    frames = week.frames()
    stage.precondition(frames and frames[0].scroll_y != frames[-1].scroll_y, "nothing scrolled")
    stage.expect(all(frame.position == week.start_frame.position for frame in frames), "the pages moved too")


def _turn_with_wheel(week: Pages) -> None:
    """Turns the wheel horizontally over the hours, with Shift, and over the dates: one page per detent."""
    stage = week.stage
    stage.mouse.move(*week.viewport.center)
    week.wheel(3, horizontal=True)
    week.expect_turned(-3 if week.is_mirrored else 3)
    week.wheel(-2, horizontal=True, pause=0.02)
    week.expect_turned(2 if week.is_mirrored else -2)
    with stage.keyboard.holding("Shift"):
        week.wheel(2)
    week.expect_turned(2)
    stage.mouse.move(*week.date_header.center)
    week.wheel(-1)
    week.expect_turned(-1)
    stage.mouse.wheel(6)
    week.expect_turned(6)


@scenario(MOUSE, core=True)
def a_detent_of_the_wheel_turns_one_page(stage: Stage) -> None:
    _turn_with_wheel(Pages(stage))


@scenario(MOUSE)
def a_detent_of_the_wheel_turns_one_page_in_a_right_to_left_layout(stage: Stage) -> None:
    _turn_with_wheel(Pages(stage, is_mirrored=True))


@scenario(MOUSE)
def the_vertical_wheel_scrolls_the_hours(stage: Stage) -> None:
    week = Pages(stage)
    stage.mouse.move(*week.viewport.center)
    week.wheel(1)
    time.sleep(REST_S)
    stage.becomes_true(lambda: stage.program.frames()[-1].scroll_y > week.start_frame.scroll_y + 20, seconds=PATIENCE_S)
    frames = week.frames()
    stage.precondition(frames, "no frame was logged")
    stage.expect(frames and frames[-1].scroll_y > week.start_frame.scroll_y + 20, "the hours did not scroll")
    stage.expect(all(frame.position == week.start_frame.position for frame in frames), "the pages moved too")


@scenario(MOUSE)
def side_buttons_and_keys_turn_the_page(stage: Stage) -> None:
    week = Pages(stage)
    for _ in range(2):
        stage.mouse.click(*week.viewport.center, FORWARD)
    week.expect_turned(2)
    stage.mouse.click(*week.viewport.center, BACK)
    week.expect_turned(-1)
    stage.keyboard.tap("Alt", "Right", times=3)
    week.expect_turned(3)
    stage.keyboard.tap("Alt", "Left")
    week.expect_turned(-1)


@scenario(MOUSE)
def pages_turn_at_once_without_animations(stage: Stage) -> None:
    settings = stage.folder / "settings" / "glib-2.0" / "settings"
    settings.mkdir(parents=True)
    (settings / "keyfile").write_text("[org/gnome/desktop/interface]\nenable-animations=false\n")
    week = Pages(stage, environment={
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings")})
    stage.mouse.move(*week.date_header.center)
    week.wheel(3)
    frames = week.expect_turned(3, at_least=3)
    frames_between_pages = [frame for frame in frames if _is_between_pages(frame)]
    stage.expect(not frames_between_pages, f"{len(frames_between_pages)} frames show pages in motion")


# Many swipes

@dataclass
class _Tally:
    """The minimum and maximum number of pages that the swipes turn."""

    lowest: int = 0
    highest: int = 0
    #: The number of flicks that were so slow, on a busy machine, that they may or may not turn a page.
    uncertain_count: int = 0

    def add(self, direction: int, is_certain: bool = True) -> None:
        """Counts a swipe forward or back."""
        self.lowest += direction if is_certain else min(direction, 0)
        self.highest += direction if is_certain else max(direction, 0)
        self.uncertain_count += not is_certain


def _swipe_randomly(week: Pages, rng: random.Random, tally: _Tally) -> None:
    """Makes one random swipe, forward or back."""
    direction = rng.choice((-1, 1))
    kind = rng.choice(("flick", "flick", "flick", "far", "near", "reverse", "touch"))
    if kind == "flick":
        speed = week.try_flick(direction * rng.uniform(70, 220), rng.uniform(0.8, 2.2))
        tally.add(direction, is_certain=speed > FLICK_PX_S)
    elif kind == "far":
        week.drag((direction * rng.uniform(230, 330), 0.15), (0, 0.2))
        tally.add(direction)
    elif kind == "near":
        week.drag((direction * rng.uniform(15, 70), 0.06), (0, 0.2))
    elif kind == "reverse":
        trace = week.drag((direction * rng.uniform(170, 260), 0.2), (-direction * 110, 0.16))
        if abs(trace.speed()[0]) <= FLICK_PX_S:
            tally.add(direction, is_certain=False)
    else:
        x, y = week.viewport.x + week.viewport.width * (0.1 if week.is_mirrored else 0.9), week.middle[1]
        week.stage.device.down(x, y)
        press_time = time.monotonic()
        time.sleep(rng.uniform(0.02, 0.1))
        week.stage.device.up()
        took = time.monotonic() - press_time
        week.stage.precondition(took < 0.3, f"a touch took {took:.2f} s, too close to a long press")


def _swipe_many_times(week: Pages, count: int, seed: int) -> None:
    """Each swipe may begin while the pages are still moving from the previous one. The turned pages must add up."""
    rng, tally, uncertain_count = random.Random(seed), _Tally(), 0
    for number in range(1, count + 1):
        _swipe_randomly(week, rng, tally)
        time.sleep(rng.choice((0.0, 0.02, 0.05, 0.1, 0.2)))
        if number % 20 == 0:
            uncertain_count += tally.uncertain_count
            week.stage.precondition(uncertain_count <= count / 10, f"{uncertain_count} of {count} swipes were too slow for a flick")
            week.expect_turned(range(tally.lowest, tally.highest + 1), at_least=20)
            tally = _Tally()


@scenario(core=True, quick=False)
def sixty_random_swipes_end_on_whole_weeks(stage: Stage) -> None:
    _swipe_many_times(Pages(stage), 60, seed=stage.monitor.hz)


@scenario(TOUCH)
def two_hundred_random_swipes_end_on_whole_weeks(stage: Stage) -> None:
    _swipe_many_times(Pages(stage), 200, seed=2035)


@scenario(TOUCH)
def sixty_random_swipes_end_on_whole_weeks_in_a_right_to_left_layout(stage: Stage) -> None:
    _swipe_many_times(Pages(stage, is_mirrored=True), 60, seed=1)


@scenario(TOUCH)
def a_swipe_while_the_program_stalls_is_not_a_long_press(stage: Stage) -> None:
    """The time for a long press is over before the program learns that the finger has moved. A long press in an empty area
    would create an event, and a long press on an event would lift it."""
    week = Pages(stage)
    x, y = stage.program.bounds_at_rest("Review").center
    lifted_frames = _move_finger_while_stalled(stage, [(x, y), (x, y)], seconds=3)
    stage.precondition(lifted_frames, "a resting finger did not lift the event: the press came after the stall")
    week.restart_count()
    far_later = week.later_direction * 0.6 * week.width
    for start, travel in ((x, -far_later), (x + 6 * week.day_distance, far_later)):
        lifted_frames = _move_finger_while_stalled(stage, [(start, y), (start + travel, y)])
        stage.expect(not lifted_frames, f"an event was lifted in {len(lifted_frames)} frames")
        week.expect_turned(1 if travel == far_later else -1)
    stage.expect_untouched("only pages were turned")


def _move_finger_while_stalled(stage: Stage, path: list[tuple[float, float]], seconds: float = 0.25) -> list[Frame]:
    """Moves a finger while the program is suspended; returns the frames with a lifted event that follow within `seconds`."""
    logged_count = len(stage.program.frames_when_quiet())
    stage.finger.down(*path[0])
    time.sleep(0.1)
    with stage.program.suspended():
        continue_swipe(stage.finger, path, [0.8], lift=False)

    def lifted_frames() -> list[Frame]:
        return [frame for frame in stage.program.frames()[logged_count:] if frame.is_lifted]

    stage.becomes_true(lifted_frames, seconds)
    lifted = lifted_frames()
    if lifted:
        stage.keyboard.tap("Escape")
    stage.finger.up()
    return lifted
