import CalendarModel
import ICalendar

/// Makes several changes to the components of a text, in time linear in the size of the text. The text is put
/// together only once, at the end.
///
/// A position refers to the text as it is after the changes before, but each component can be changed only once.
struct ComponentSplicer {
  /// A component in a VCALENDAR.
  private struct Sibling {
    /// The VCALENDAR's own lines before the component.
    var gap: [Range<Int>]
    /// The component's lines; if it was added, an empty range at the line before which it was added.
    var lines: Range<Int>
    /// The bytes of a component that was added.
    var addedBytes: [UInt8]?
  }

  /// The components of a VCALENDAR, and its own lines.
  private struct Siblings {
    var members: [Sibling] = []
    /// The lines after the last component.
    var tail: [Range<Int>] = []
    let firstLine: Int

    init(of calendar: Int, in text: ICalendarText) {
      firstLine = text.components[calendar].lines.lowerBound + 1
      var line = firstLine
      for child in text.children(of: calendar) {
        let lines = text.components[child].lines
        members.append(Sibling(gap: Self.nonempty(line..<lines.lowerBound), lines: lines))
        line = lines.upperBound
      }
      let end = text.components[calendar].lines.upperBound - (text.components[calendar].hasEnd ? 1 : 0)
      tail = Self.nonempty(line..<max(line, end))
    }

    private static func nonempty(_ lines: Range<Int>) -> [Range<Int>] { lines.isEmpty ? [] : [lines] }

    mutating func insert(_ bytes: [UInt8], at position: ComponentPosition) {
      let index = min(position.precedingSiblingCount, members.count)
      var (before, after, remaining) = ([Range<Int>](), [Range<Int>](), position.lineOffset)
      for lines in index < members.count ? members[index].gap : tail {
        let count = min(remaining, lines.count)
        if count > 0 { before.append(lines.prefix(count)) }
        if count < lines.count { after.append(lines.dropFirst(count)) }
        remaining -= count
      }
      let line = before.last?.upperBound ?? (index > 0 ? members[index - 1].lines.upperBound : firstLine)
      if index < members.count { members[index].gap = after } else { tail = after }
      members.insert(Sibling(gap: before, lines: line..<line, addedBytes: bytes), at: index)
    }

    mutating func remove(_ lines: Range<Int>) {
      var (low, high) = (0, members.count)
      while low < high {
        let middle = (low + high) / 2
        if members[middle].lines.upperBound <= lines.lowerBound { low = middle + 1 } else { high = middle }
      }
      guard low < members.count, members[low].lines == lines else { return }
      let gap = members.remove(at: low).gap
      if low < members.count { members[low].gap = gap + members[low].gap } else { tail = gap + tail }
    }
  }

  private let text: ICalendarText
  private let calendarComponents: [Int]
  private var calendars: [Int: Siblings] = [:]
  /// The VEVENTs that may be changed, by their bytes; those of equal bytes from the last to the first.
  private var candidates: [ArraySlice<UInt8>: [Int]] = [:]
  /// The components that have been changed.
  private var changedComponents: Set<Int> = []
  /// The components by their positions, determined only if several have the same bytes.
  private var componentsByPosition: [ComponentPosition: Int]?
  private var replacements: [(lines: Range<Int>, bytes: [UInt8])] = []
  /// The number of components whose bytes were compared, for tests of the cost.
  private(set) var examinedCount = 0

  init(_ text: ICalendarText, changing changes: [ComponentChange]) {
    self.text = text
    calendarComponents = ComponentPosition.calendars(of: text)
    let sizes = Set(changes.map(\.oldBytes.count)).subtracting([0])
    guard !sizes.isEmpty else { return }
    for component in text.eventComponents.reversed() {
      let bytes = text.bytes(ofComponent: component)
      guard sizes.contains(bytes.count) else { continue }
      examinedCount += 1
      candidates[bytes, default: []].append(component)
    }
  }

  mutating func make(_ change: ComponentChange) throws(EditError) {
    guard !change.oldBytes.isEmpty else {
      guard let position = change.position, let index = calendarIndex(position.calendar) else {
        throw .noCalendar
      }
      return siblings(ofCalendar: index) { $0.insert(change.newBytes, at: position) }
    }
    guard let component = component(for: change) else { throw .changedAfterEdit }
    changedComponents.insert(component)
    let lines = text.components[component].lines
    replacements.append((lines, change.newBytes))
    guard change.newBytes.isEmpty, let parent = text.components[component].parent,
      let index = calendarComponents.firstIndex(of: parent)
    else { return }
    siblings(ofCalendar: index) { $0.remove(lines) }
  }

  /// Returns the component with the old bytes of a change. Of several, it is the one in the position of the change;
  /// otherwise, undo would put back another one than was removed.
  private mutating func component(for change: ComponentChange) -> Int? {
    let bytes = change.oldBytes[...]
    if let position = change.position, let equalComponents = candidates[bytes], equalComponents.count > 1 {
      let components =
        componentsByPosition
        ?? Dictionary(
          ComponentPosition.allRestorable(in: text).map { ($0.value, $0.key) },
          uniquingKeysWith: { first, _ in first })
      componentsByPosition = components
      if let component = components[position], !changedComponents.contains(component),
        text.bytes(ofComponent: component) == bytes
      {
        return component
      }
    }
    while let component = candidates[bytes]?.popLast() {
      if !changedComponents.contains(component) { return component }
    }
    return nil
  }

  /// The bytes of the text with the changes.
  ///
  /// - Throws: `EditError.changedAfterEdit` if a changed component contains another one.
  func bytes() throws(EditError) -> [UInt8] {
    var edits = replacements
    for (_, siblings) in calendars.sorted(by: { $0.key < $1.key }) {
      for member in siblings.members {
        if let bytes = member.addedBytes { edits.append((member.lines, bytes)) }
      }
    }
    // Components that were added at the same line stay in their order; they come before a component that begins there.
    let order = edits.indices.sorted { a, b in
      let (first, second) = (edits[a].lines, edits[b].lines)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      return first.isEmpty == second.isEmpty ? a < b : first.isEmpty
    }
    // A byte order mark precedes the first line.
    var (bytes, line) = (Array(text.bytes[..<text.bytes(ofLines: 0..<0).startIndex]), 0)
    bytes.reserveCapacity(text.bytes.count + edits.reduce(0) { $0 + $1.bytes.count })
    for index in order {
      let edit = edits[index]
      guard edit.lines.lowerBound >= line else { throw .changedAfterEdit }
      bytes += text.bytes(ofLines: line..<edit.lines.lowerBound)
      bytes += edit.bytes
      line = edit.lines.upperBound
    }
    return bytes + text.bytes(ofLines: line..<text.lineCount)
  }

  /// Returns the index in `calendarComponents` of a VCALENDAR or, if it is gone, of the last one.
  private func calendarIndex(_ calendar: Int) -> Int? {
    calendarComponents.isEmpty ? nil : min(calendar, calendarComponents.count - 1)
  }

  private mutating func siblings(ofCalendar index: Int, _ body: (inout Siblings) -> Void) {
    body(&calendars[index, default: Siblings(of: calendarComponents[index], in: text)])
  }
}
