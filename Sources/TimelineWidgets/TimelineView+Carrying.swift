import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// "Move to...": an event follows the pointer without a button held, until a click or Enter places it.
extension TimelineView {
  /// Whether an event is carried so.
  var isCarrying: Bool { gesture.lifted?.isCarried == true }

  /// Picks an event up.
  func carry(_ occurrence: Occurrence) {
    guard !isLifted else { return }
    finishKeyboardEdit()
    popover.close()
    let bar = bar(of: occurrence.id)
    let point = carryingPoint(of: occurrence, bar)
    (input.pointer, input.pointerInWidget) = (point, Point(x: point.x, y: point.y + viewportTop))
    carryOut(
      gesture.pickUp(
        occurrence, bar: bar, refusal: dataSource?.refusal(for: occurrence), at: point, in: viewport))
    if isCarrying { gtk_widget_set_cursor_from_name(pointer, "grabbing") }
  }

  /// Where the pointer is, or without one the start of the event: there a finger will place it.
  private func carryingPoint(of occurrence: Occurrence, _ bar: Bar?) -> Point {
    if let hover, !input.isTouch { return hover }
    if let bar { return Point(x: (bar.left + bar.right) / 2, y: bar.top + page.strip.laneHeight / 2) }
    guard let frame = page.frame(of: occurrence.id) else { return Point(x: columnsLeft, y: 0) }
    return Point(x: columnsLeft + (frame.left + frame.right) / 2, y: frame.top - sheet.scroll)
  }

  /// The pointer moves with what is carried.
  func carryHovered(to point: Point) {
    input.pointer = point
    carryOut(gesture.move(to: point, fine: input.isFine, in: viewport))
    startTick()
  }

  /// The pointer is elsewhere: nothing goes on by itself until it is back.
  func carryLeft() { stopTick() }

  /// Places what is carried where it shows.
  func placeCarried() {
    carryOut(gesture.release(in: viewport))
    gesture.allUp()
  }
}
