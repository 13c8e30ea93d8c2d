import ICalendar

/// The position of a component among its siblings in a VCALENDAR. A component can be restored there even
/// after edits elsewhere in the file.
struct ComponentPosition: Hashable, Sendable {
  /// The index of the VCALENDAR in the file, from 0.
  let calendar: Int
  /// The number of components before this position in the VCALENDAR.
  private(set) var precedingSiblingCount: Int
  /// The number of the VCALENDAR's own lines between the last of those components and this position.
  private(set) var lineOffset: Int

  /// Creates the position of a component. Returns nil if the component is not directly inside a VCALENDAR.
  init?(of component: Int, in text: ICalendarText) {
    guard let parent = text.components[component].parent,
      let calendar = ComponentPosition.calendars(of: text).firstIndex(of: parent)
    else { return nil }
    let preceding = text.children(of: parent).prefix { $0 < component }
    let contentStart = preceding.last.map { text.components[$0].lines.upperBound }
    self.calendar = calendar
    precedingSiblingCount = preceding.count
    lineOffset =
      text.components[component].lines.lowerBound
      - (contentStart ?? text.components[parent].lines.lowerBound + 1)
  }

  /// Creates the position at which a component that is removed can be restored. Returns nil if the component is not
  /// directly inside a VCALENDAR, or if a component without an END precedes it, which would continue in its place.
  init?(ofRemoved component: Int, in text: ICalendarText) {
    guard let position = ComponentPosition(of: component, in: text),
      let parent = text.components[component].parent,
      text.children(of: parent).last(where: { $0 < component }).map({ text.components[$0].hasEnd }) ?? true
    else { return nil }
    self = position
  }

  private init(calendar: Int, precedingSiblingCount: Int, lineOffset: Int) {
    (self.calendar, self.precedingSiblingCount, self.lineOffset) = (
      calendar, precedingSiblingCount, lineOffset
    )
  }

  /// Returns the positions at which all components could be restored, in time linear in their number.
  static func allRestorable(in text: ICalendarText) -> [Int: ComponentPosition] {
    var positions: [Int: ComponentPosition] = [:]
    for (index, calendar) in calendars(of: text).enumerated() {
      var (line, isPrecededByEnd) = (text.components[calendar].lines.lowerBound + 1, true)
      for (count, child) in text.children(of: calendar).enumerated() {
        let lines = text.components[child].lines
        if isPrecededByEnd {
          positions[child] = ComponentPosition(
            calendar: index, precedingSiblingCount: count, lineOffset: lines.lowerBound - line)
        }
        (line, isPrecededByEnd) = (lines.upperBound, text.components[child].hasEnd)
      }
    }
    return positions
  }

  /// Creates the position directly after a component. Returns nil if the component is not directly inside a
  /// VCALENDAR that has an END.
  init?(after component: Int, in text: ICalendarText) {
    guard let componentPosition = ComponentPosition(of: component, in: text),
      text.components[component].parent.map({ text.components[$0].hasEnd }) ?? false
    else { return nil }
    (calendar, precedingSiblingCount, lineOffset) = (
      componentPosition.calendar, componentPosition.precedingSiblingCount + 1, 0
    )
  }

  /// Creates the position after all content of the file's last VCALENDAR. Returns nil if that VCALENDAR has no END.
  init?(atEndOf text: ICalendarText) {
    let calendars = ComponentPosition.calendars(of: text)
    guard let parent = calendars.last, text.components[parent].hasEnd else { return nil }
    calendar = calendars.count - 1
    precedingSiblingCount = text.children(of: parent).count
    // This exceeds any number of lines, so the position is just before END.
    lineOffset = Int.max
  }

  /// Returns this position, adjusted for components that were inserted at another position.
  func moved(byInserting count: Int, at other: ComponentPosition) -> ComponentPosition {
    var position = self
    if calendar == other.calendar, precedingSiblingCount >= other.precedingSiblingCount {
      position.precedingSiblingCount += count
    }
    return position
  }

  /// The position directly after a component inserted here.
  var next: ComponentPosition {
    var position = self
    position.precedingSiblingCount += 1
    position.lineOffset = 0
    return position
  }

  /// Returns the line before which to insert a component. If the file has changed, this is the nearest
  /// possible position.
  func line(in text: ICalendarText) -> Int? {
    let calendars = ComponentPosition.calendars(of: text)
    guard let parent = calendars.indices.contains(calendar) ? calendars[calendar] : calendars.last else {
      return nil
    }
    let (calendarComponent, children) = (text.components[parent], text.children(of: parent))
    let preceding = children.prefix(precedingSiblingCount)
    let start =
      preceding.last.map { text.components[$0].lines.upperBound } ?? calendarComponent.lines.lowerBound + 1
    let next = children.dropFirst(preceding.count).first.map { text.components[$0].lines.lowerBound }
    let limit = next ?? calendarComponent.lines.upperBound - (calendarComponent.hasEnd ? 1 : 0)
    return lineOffset < limit - start ? start + lineOffset : limit
  }

  /// Returns whether this position comes before another one in the file.
  func isBefore(_ other: ComponentPosition) -> Bool {
    (calendar, precedingSiblingCount) < (other.calendar, other.precedingSiblingCount)
  }

  static func calendars(of text: ICalendarText) -> [Int] {
    text.components.indices.filter { text.components[$0].name == "VCALENDAR" }
  }
}
