import ICalendar

/// The position of a component among its siblings in a VCALENDAR, so that it can be restored there even after edits
/// elsewhere in the file.
struct ComponentPosition: Hashable, Sendable {
  /// Which VCALENDAR of the file, from 0.
  let calendar: Int
  /// How many components stand before it there.
  let siblings: Int
  /// How many lines of the VCALENDAR's own stand between the last of those and it.
  let lines: Int

  /// The place of a component, or nil if it does not stand in a VCALENDAR itself.
  init?(of component: Int, in text: ICalendarText) {
    guard let parent = text.components[component].parent,
      let calendar = ComponentPosition.calendars(of: text).firstIndex(of: parent)
    else { return nil }
    let before = text.children(of: parent).prefix { $0 < component }
    let from = before.last.map { text.components[$0].lines.upperBound }
    self.calendar = calendar
    siblings = before.count
    lines =
      text.components[component].lines.lowerBound - (from ?? text.components[parent].lines.lowerBound + 1)
  }

  /// The place after everything that stands in the file's last VCALENDAR, or nil if that has no end.
  init?(atEndOf text: ICalendarText) {
    let calendars = ComponentPosition.calendars(of: text)
    guard let parent = calendars.last, text.components[parent].isClosed else { return nil }
    calendar = calendars.count - 1
    siblings = text.children(of: parent).count
    // More than there are: the place is before the END.
    lines = Int.max
  }

  /// The line before which a component stands here, in a file that may have changed: the nearest there is.
  func line(in text: ICalendarText) -> Int? {
    let calendars = ComponentPosition.calendars(of: text)
    guard let parent = calendars.indices.contains(calendar) ? calendars[calendar] : calendars.last else {
      return nil
    }
    let (whole, children) = (text.components[parent], text.children(of: parent))
    let before = children.prefix(siblings)
    let from = before.last.map { text.components[$0].lines.upperBound } ?? whole.lines.lowerBound + 1
    let next = children.dropFirst(before.count).first.map { text.components[$0].lines.lowerBound }
    let limit = next ?? whole.lines.upperBound - (whole.isClosed ? 1 : 0)
    return lines < limit - from ? from + lines : limit
  }

  /// Whether it stands before another one in the file.
  func isBefore(_ other: ComponentPosition) -> Bool {
    (calendar, siblings) < (other.calendar, other.siblings)
  }

  private static func calendars(of text: ICalendarText) -> [Int] {
    text.components.indices.filter { text.components[$0].name == "VCALENDAR" }
  }
}
