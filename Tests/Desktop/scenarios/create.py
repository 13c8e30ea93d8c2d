"""Creating events: by dragging over empty time, by a double click or by a key, with titles typed in place."""

from __future__ import annotations

import time

from checks.calendars import lines_of, standard_day, standard_week, times
from rig.compositor import wait_for
from rig.input_devices import RIGHT, glide, tap

from .drag import SLOP_PX
from .edges import FAR_PX, NEAR_EDGE_PX
from .creation_drag import CreationDrag, expect_added, expect_times, title_entry, uids, wait_for_entry
from .pages import REST_S, Pages
from .registry import KEYS, MOUSE, TOUCH, scenario
from .stage import Stage


def _create_past_an_edge(stage: Stage, reference: str, start_y: float, hours: float, direction: int) -> None:
    stage.open(standard_day())
    stage.scroll_to(reference, y=start_y)
    drag = CreationDrag(stage, reference).begin(hours, direction=direction)
    drag.to(drag.top - 12 if direction < 0 else drag.bottom - NEAR_EDGE_PX)
    drag.hold(0.9)
    drag.hold_until_scrolled(FAR_PX, stage.minimum_frames_in(1))
    drag.to((drag.top + drag.bottom) / 2)
    drag.hold(0.3)
    drag.drop().expect_draft(stage.minimum_frames_in(1))
    distance = drag.scroll_distance * direction
    stage.precondition(distance >= FAR_PX, f"the timeline scrolled {distance:.0f} px toward the edge instead of at least {FAR_PX} px")
    stage.expect_untouched("the title is still being typed", seconds=0.3)
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    drag.expect_kept("tea")
    stage.expect_soon(lambda: "focused" in stage.program.block("tea").states, "the new event does not have the focus")


@scenario(core=True)
def an_event_can_be_created_by_a_drag_past_the_bottom_edge(stage: Stage) -> None:
    _create_past_an_edge(stage, "Early", 330, 1.5, 1)


@scenario(MOUSE)
def an_event_created_by_a_drag_past_the_bottom_edge_of_a_week_ends_with_its_day(stage: Stage) -> None:
    stage.open(standard_day(), view="week")
    stage.scroll_to("Late", y=330)
    drag = CreationDrag(stage, "Late").begin(1.5)
    start = drag.position(1.5)
    drag.to(drag.bottom - NEAR_EDGE_PX, x=start[0])
    drag.hold(3)
    drag.drop().expect_draft(stage.minimum_frames_in(1))
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    drag.expect_kept("tea")
    uid = expect_added(stage, "tea")
    if uid:
        end = times(stage.path.read_bytes(), uid, stage.zone)[1]
        stage.expect(f"{end:%Y-%m-%d %H:%M}" == "2035-01-09 00:00", f"the event ends at {end}, not at the end of its day")


@scenario(core=True)
def an_event_can_be_created_by_a_drag_past_the_top_edge(stage: Stage) -> None:
    _create_past_an_edge(stage, "Late", 420, -0.5, -1)


@scenario()
def escape_while_an_event_is_created_by_a_drag_leaves_no_trace(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Early", y=300)
    original_bounds = stage.program.block("Early").extents
    drag = CreationDrag(stage, "Early").begin(1.5)
    drag.to(drag.bottom - NEAR_EDGE_PX)
    drag.hold(0.8)
    stage.keyboard.tap("Escape")
    time.sleep(0.2)
    drag.drop().expect_frames(at_least=10)
    drag.expect_invariants()
    stage.expect_soon(lambda: stage.program.bounds_at_rest("Early") == original_bounds, "the scroll position was not restored")
    _expect_no_trace(stage)


@scenario()
def escape_while_typing_leaves_no_trace(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    drag = CreationDrag(stage, "Review").begin(1.25)
    drag.to(drag.position(1.75)[1])
    drag.drop().expect_draft(at_least=5)
    stage.keyboard.type("tea")
    stage.keyboard.tap("Escape")
    stage.expect_soon(lambda: title_entry(stage) is None, "the title field is still open")
    _expect_no_trace(stage)


def _expect_no_trace(stage: Stage) -> None:
    stage.expect_untouched("the new event was discarded")
    stage.expect_soon(lambda: not stage.program.blocks("New event"), "the new event is still there")
    stage.keyboard.tap("Control", "z")
    stage.expect_untouched("there was nothing to undo", seconds=0.5)


@scenario(quick=True)
def a_press_elsewhere_keeps_a_new_event_with_a_title_and_undo_removes_it(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    drag = CreationDrag(stage, "Review").begin(1.25)
    drag.to(drag.position(1.75)[1])
    drag.drop().expect_draft(at_least=5)
    stage.keyboard.type("tea")
    tap(stage.device, drag.position(-0.5))
    drag.expect_kept("tea")
    time.sleep(0.3)
    stage.keyboard.tap("Control", "z")
    stage.expect_soon(lambda: stage.path.read_bytes() == stage.contents_before_edit, "undo does not restore the file exactly")
    stage.expect_soon(lambda: not stage.program.blocks("tea"), "the new event is still there")


@scenario(quick=True)
def a_press_elsewhere_discards_a_new_event_without_a_title(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    drag = CreationDrag(stage, "Review").begin(1.25)
    drag.to(drag.position(1.75)[1])
    drag.drop().expect_draft(at_least=5)
    tap(stage.device, drag.position(-0.5))
    stage.expect_soon(lambda: title_entry(stage) is None, "the title field is still open")
    _expect_no_trace(stage)


@scenario(MOUSE)
def a_new_event_without_a_title_is_kept_if_it_is_resized(stage: Stage) -> None:
    """Its title field is over the block, and its handles reach outside."""
    stage.open(standard_day())
    stage.scroll_to("Review", y=200)
    drag = CreationDrag(stage, "Review").begin(1.25)
    drag.to(drag.position(3.25)[1])
    drag.drop().expect_draft(at_least=5)
    (x, y), (_, end_y) = drag.position(3.25), drag.position(4.25)
    start, end = (x, y + 4), (x, end_y + 4)
    stage.device.down(*start)
    glide(stage.device, start, end, 0.4, stage.monitor.hz)
    stage.device.up()

    def added_times() -> list[str]:
        contents = stage.path.read_bytes()
        added_uids = set(uids(contents)) - set(uids(stage.contents_before_edit))
        return [f"{moment:%H:%M}" for uid in added_uids for moment in times(contents, uid)]

    stage.expect_soon(lambda: added_times() == ["11:15", "14:15"], f"the new events are at {added_times()}")


@scenario(KEYS)
def enter_keeps_a_new_event_without_a_title(stage: Stage) -> None:
    stage.open(standard_day())
    stage.keyboard.tap("Control", "n")
    stage.expect(wait_for_entry(stage), "there is no title field")
    stage.keyboard.tap("Return")
    contents = stage.wait_for_edit()
    added_uids = set(uids(contents)) - set(uids(stage.contents_before_edit))
    stage.expect(len(added_uids) == 1, f"{len(added_uids)} events were added, not one")
    for uid in added_uids:
        stage.expect("SUMMARY" not in lines_of(contents, uid), f"the title is {lines_of(contents, uid).get('SUMMARY')}")
    stage.expect_soon(lambda: "focused" in stage.program.block("Untitled event").states, "the event does not have the focus")


@scenario()
def a_short_event_grows_for_its_title_and_keeps_its_times(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    drag = CreationDrag(stage, "Review").begin(1.25)
    drag.to(drag.position(1.30)[1] + SLOP_PX)
    drag.to(drag.position(1.45)[1])
    drag.drop().expect_draft(at_least=3)
    entry = wait_for_entry(stage)
    stage.expect(entry and stage.bounds_at_rest(entry).height >= 14, "the title field is not tall enough for its text")
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    drag.expect_kept("tea")


@scenario(quick=True)
def a_double_click_creates_an_event_of_one_hour(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Late", y=300)
    drag = CreationDrag(stage, "Late")
    if not stage.double_tap(drag.position(1.5)):
        return
    stage.expect(wait_for_entry(stage), "there is no title field")
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    expect_times(stage, expect_added(stage, "tea"), "19:30", "20:30")


@scenario(TOUCH)
def a_swipe_keeps_the_event_whose_title_is_being_typed(stage: Stage) -> None:
    """The title field disappears although it has the focus, and its event stays."""
    week = Pages(stage)
    for day in (3, 4, 5):
        drag = CreationDrag(stage, "Review")
        x, y = drag.position(2)
        stage.contents_before_edit = stage.path.read_bytes()
        stage.double_tap((x + day * week.day_distance, y))
        if not stage.precondition(stage.becomes_true(lambda: title_entry(stage)), "two taps were not a double tap"):
            return
        stage.keyboard.type("tea")
        week.flick(140)
        expect_added(stage, "tea")
        stage.expect_soon(lambda: title_entry(stage) is None, "the title field is still open")
        week.flick(-140)
        time.sleep(REST_S)


@scenario(KEYS)
def a_key_creates_an_event_after_the_selected_one(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    stage.mouse.click(*stage.program.bounds_at_rest("Review").center)
    details = wait_for(lambda: stage.program.root.find("push button", "Move With Pointer"), "the details")
    stage.bounds_at_rest(details)
    stage.keyboard.tap("Escape")
    stage.becomes_true(lambda: _visible_move_buttons(stage) == [])
    stage.keyboard.tap("Control", "n")
    entry = wait_for_entry(stage)
    if stage.expect(entry, "there is no title field"):
        expected = "Title of the new event, Monday, 8 January 2035, 11:00 to 12:00, 1 hour"
        stage.expect(entry and entry.name == expected, f"the field is named “{entry and entry.name}”")
        stage.expect(entry and not entry.description, f"the field is described as “{entry and entry.description}”")
    stage.keyboard.type("tea")
    # While the title is being typed, the keys belong to the field.
    stage.keyboard.tap("Control", "z")
    stage.keyboard.tap("Control", "a")
    stage.keyboard.type("cake")
    stage.keyboard.tap("Return")
    uid = expect_added(stage, "cake")
    expect_times(stage, uid, "11:00", "12:00")
    time.sleep(0.2)
    stage.keyboard.tap("Shift", "Down")
    expect_times(stage, uid, "11:00", "12:15")


def _visible_move_buttons(stage: Stage) -> list[str]:
    """The names of the Move With Pointer buttons that are visible; one for each open details popover."""
    return stage.program.root.names(
        lambda node: node.role == "push button" and node.name == "Move With Pointer" and node.extents.height > 0)


@scenario(MOUSE)
def move_with_pointer_makes_the_event_follow_the_pointer_until_a_click(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    drag = CreationDrag(stage, "Review")
    stage.mouse.move(*stage.program.bounds_at_rest("Review").center)
    for ending in ("click", "Escape"):
        stage.program.block("Review").act("event.move-with-pointer")
        stage.becomes_true(lambda: _is_lifted(stage))
        stage.mouse.move(*drag.position(1.5))
        time.sleep(0.1)
        stage.mouse.move(*drag.position(3.5))
        time.sleep(0.2)
        if ending == "Escape":
            stage.keyboard.tap("Escape")
            time.sleep(0.4)
            stage.expect_untouched("the event was put back")
        else:
            stage.mouse.click(*drag.position(3.5))
            time.sleep(0.4)
            saved_times = times(stage.wait_for_edit(), "review@handspan.example")
            stage.expect(f"{saved_times[0]:%H:%M} {saved_times[1]:%H:%M}" == "13:00 14:00", f"the event was dropped at {saved_times[0]:%H:%M}")
            stage.contents_before_edit = stage.path.read_bytes()


def _is_lifted(stage: Stage) -> bool:
    frames = stage.program.frames()
    return bool(frames) and frames[-1].is_lifted


@scenario()
def the_move_button_picks_an_event_up_and_a_press_drops_it(stage: Stage) -> None:
    """Moves an event without dragging. This also works with a finger, which cannot hover."""
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    drag = CreationDrag(stage, "Review")
    tap(stage.device, stage.program.bounds_at_rest("Review").center)
    stage.becomes_true(lambda: stage.program.root.find("push button", "Move With Pointer"))
    button = stage.program.root.find("push button", "Move With Pointer")
    if not stage.expect(button, "the details have no button to move the event"):
        return
    assert button is not None
    button.act("click")
    # A press while the details are closing would not drop the event.
    stage.expect_soon(lambda: _is_lifted(stage), "the event is not lifted")
    stage.becomes_true(lambda: _visible_move_buttons(stage) == [])
    x, y = drag.position(3.25)
    if not stage.is_touch:
        # The event is held at the point nearest to the pointer.
        stage.mouse.move(x, drag.position(0.5)[1])
        time.sleep(0.1)
    tap(stage.device, (x, y))
    time.sleep(0.4)
    saved_times = times(stage.wait_for_edit(), "review@handspan.example")
    stage.expect((saved_times[1] - saved_times[0]).total_seconds() == 3600, "the duration changed")
    stage.expect(saved_times[0] != times(stage.contents_before_edit, "review@handspan.example")[0], "the event was not moved")
    block = stage.program.bounds_at_rest("Review")
    stage.expect(block.y - 2 <= y <= block.bottom + 2, f"the event is between y = {block.y} and y = {block.bottom}, but the press was at y = {y:.0f}")


@scenario()
def all_day_events_are_created_by_a_drag_above_the_hours(stage: Stage) -> None:
    stage.open(standard_week(), view="week")
    fair = stage.program.bounds_at_rest("Fair")
    drag = CreationDrag(stage, "Fair")
    # Monday, the day before the fair, has no all-day events, so the row is empty there.
    column = fair.width
    drag.press_at(fair.x - column / 2, fair.center[1])
    drag.pressed_y = 0
    drag.await_lift()
    drag.to(fair.center[1], x=fair.x + column / 2)
    drag.expect_lifted()
    drag.hold(0.1)
    drag.drop()
    stage.expect(wait_for_entry(stage), "there is no title field")
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    uid = expect_added(stage, "tea")
    if uid:
        lines = lines_of(stage.path.read_bytes(), uid)
        stage.expect(lines["DTSTART"] == "DTSTART;VALUE=DATE:20350108", f"the event begins {lines['DTSTART']}")
        stage.expect(lines["DTEND"] == "DTEND;VALUE=DATE:20350110", f"the event ends {lines['DTEND']}")


@scenario(MOUSE)
def the_menu_of_empty_time_creates_an_event_there(stage: Stage) -> None:
    stage.open(standard_day())
    stage.scroll_to("Review", y=300)
    stage.mouse.click(*CreationDrag(stage, "Review").position(1.25), RIGHT)
    stage.expect_soon(lambda: stage.program.root.find("menu item"), "no menu opened")
    stage.await_menu()
    stage.keyboard.tap("Return")
    stage.expect(wait_for_entry(stage), "there is no title field")
    stage.keyboard.type("tea")
    stage.keyboard.tap("Return")
    expect_times(stage, expect_added(stage, "tea"), "11:15", "12:15")


@scenario(KEYS)
def closing_the_window_keeps_the_title_being_typed(stage: Stage) -> None:
    stage.open(standard_day())
    stage.keyboard.tap("Control", "n")
    stage.expect(wait_for_entry(stage), "there is no title field")
    stage.keyboard.type("tea")
    stage.scenario_ends_program = True
    stage.keyboard.tap("Control", "w")
    stage.becomes_true(lambda: not stage.program.is_running)
    expect_added(stage, "tea")
