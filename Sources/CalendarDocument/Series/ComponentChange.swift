import CalendarModel
import ICalendar

/// The change that an edit of a series makes to one component. It names the component by its bytes, so that
/// undo finds it wherever it stands, and only if it is unchanged.
struct ComponentChange: Hashable, Sendable {
  /// The bytes before the edit; empty if the edit adds the component.
  let before: [UInt8]
  /// The bytes after the edit; empty if it removes the component.
  let after: [UInt8]
  /// Where it stands, if the edit adds or removes it.
  let position: ComponentPosition?

  var reversed: ComponentChange { ComponentChange(before: after, after: before, position: position) }

  /// The file after changes, one after the other.
  static func bytes(
    applying changes: [ComponentChange], to text: ICalendarText
  ) throws(EditError) -> [UInt8] {
    var text = text
    for change in changes {
      let lines: Range<Int>
      if change.before.isEmpty {
        guard let line = change.position?.line(in: text) else { throw .noCalendar }
        lines = line..<line
      } else {
        guard
          let component = text.components.indices.first(where: {
            text.components[$0].name == "VEVENT"
              && text.bytes(ofComponent: $0).elementsEqual(change.before)
          })
        else { throw .changedSince }
        lines = text.components[component].lines
      }
      guard let next = try? ICalendarText(text.bytes(replacing: lines, with: change.after)) else {
        throw .tooLarge
      }
      text = next
    }
    return text.bytes
  }
}

/// What an edit of a series does to the components of a file.
struct SeriesPlan {
  /// The new bytes of components that stay.
  var replaced: [Int: [UInt8]] = [:]
  var removed: Set<Int> = []
  /// The bytes of new components, which are added after the component `anchor`.
  var added: [[UInt8]] = []
  /// The component after which new ones are added, and before which the zones are.
  var anchor: Int
  /// The new VTIMEZONEs.
  var zones: [UInt8] = []
  /// The new series that a split makes.
  var newSeries: EventID?
  /// Its file, if it is another one.
  var newFile: CalendarDocument?

  init(anchor: Int) { self.anchor = anchor }

  /// The changes in the order in which they are made, last component of the file first, so that no change
  /// moves a component that another one is about.
  func changes(of text: ICalendarText) throws(EditError) -> [ComponentChange] {
    var changes: [ComponentChange] = []
    for component in text.components.indices.reversed() {
      if component == anchor {
        for new in added.reversed() {
          guard let position = ComponentPosition(after: component, in: text) else { throw .noCalendar }
          changes.append(ComponentChange(before: [], after: new, position: position))
        }
      }
      let before = text.bytes(ofComponent: component)
      if removed.contains(component) {
        guard let position = ComponentPosition(of: component, in: text) else { throw .noCalendar }
        changes.append(ComponentChange(before: Array(before), after: [], position: position))
      } else if let after = replaced[component], !before.elementsEqual(after) {
        changes.append(ComponentChange(before: Array(before), after: after, position: nil))
      }
    }
    return changes
  }
}
