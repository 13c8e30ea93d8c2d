import ICalendar

/// The position of a component among its siblings in a VCALENDAR, so that it can be restored there even after
/// edits elsewhere in the file.
struct ComponentPosition: Hashable, Sendable {
  /// The index of the VCALENDAR in the file, from 0.
  let calendar: Int
  /// The number of components before it in the VCALENDAR.
  private(set) var siblings: Int
  /// The number of the VCALENDAR's own lines between the last of those components and this one.
  private(set) var lines: Int

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

  /// The position directly after a component, or nil if it is not directly inside a closed VCALENDAR.
  init?(after component: Int, in text: ICalendarText) {
    guard let own = ComponentPosition(of: component, in: text),
      text.components[component].parent.map({ text.components[$0].isClosed }) ?? false
    else { return nil }
    (calendar, siblings, lines) = (own.calendar, own.siblings + 1, 0)
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

  /// The position after components were inserted at another one.
  func moved(byInserting count: Int, at other: ComponentPosition) -> ComponentPosition {
    var position = self
    if calendar == other.calendar, siblings >= other.siblings { position.siblings += count }
    return position
  }

  /// The position of the component that stands directly behind one inserted here.
  var next: ComponentPosition {
    var position = self
    position.siblings += 1
    position.lines = 0
    return position
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
