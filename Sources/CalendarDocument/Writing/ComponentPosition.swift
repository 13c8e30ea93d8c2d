import ICalendar

/// The position of a component among its siblings in a VCALENDAR, so that it can be restored there even after
/// edits elsewhere in the file.
struct ComponentPosition: Hashable, Sendable {
  /// The index of the VCALENDAR in the file, from 0.
  let calendar: Int
  /// The number of components before it in the VCALENDAR.
  let siblings: Int
  /// The number of the VCALENDAR's own lines between the last of those components and this one.
  let lines: Int

  /// The position of a component, or nil if it is not directly inside a VCALENDAR.
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

  /// The position after all content of the file's last VCALENDAR, or nil if that has no END.
  init?(atEndOf text: ICalendarText) {
    let calendars = ComponentPosition.calendars(of: text)
    guard let parent = calendars.last, text.components[parent].isClosed else { return nil }
    calendar = calendars.count - 1
    siblings = text.children(of: parent).count
    // More lines than there can be: the position is before END.
    lines = Int.max
  }

  /// The line before which to insert a component in a file that may have changed: the nearest possible
  /// position.
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

  /// Whether it comes before another position in the file.
  func isBefore(_ other: ComponentPosition) -> Bool {
    (calendar, siblings) < (other.calendar, other.siblings)
  }

  private static func calendars(of text: ICalendarText) -> [Int] {
    text.components.indices.filter { text.components[$0].name == "VCALENDAR" }
  }
}
