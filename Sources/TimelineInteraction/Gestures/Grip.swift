import CalendarModel

/// How an event is held: everything that stays fixed during a drag.
package struct Grip: Hashable, Sendable {
  package let occurrence: Occurrence
  /// The part that is held.
  package let part: EventPart
  /// The day of the column or row in which the event was grabbed.
  package let day: Day
  /// The held edge (for a body, its start), in seconds since midnight of that day.
  let second: Int
  /// The distance from the held edge (for a bar, its upper edge) down to the pointer, in px.
  package let grabY: Double
  /// The distance from the left edge of the column to the pointer, in px.
  package let grabX: Double
  /// The position of the bar, if the event was grabbed as a bar.
  package let bar: BarPosition?
  /// The x coordinate of the pointer when the event was grabbed, in px.
  package let pressX: Double

  package init(
    _ occurrence: Occurrence, _ part: EventPart, on day: Day, bar: BarPosition?, grabY: Double, grabX: Double,
    pressX: Double
  ) {
    (self.occurrence, self.part, self.day, self.bar) = (occurrence, part, day, bar)
    (self.grabY, self.grabX, self.pressX) = (grabY, grabX, pressX)
    second = (part == .end ? occurrence.span.end : occurrence.span.start).seconds(since: WallTime(day))
  }
}
