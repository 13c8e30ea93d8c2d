import CalendarModel
import ICalendar

/// The change that an edit to a series makes to one component. The component is identified by its bytes, so
/// undo finds it wherever it is, but only if it is unchanged.
struct ComponentChange: Hashable, Sendable {
  /// The bytes before the edit; empty if the edit adds the component.
  let oldBytes: [UInt8]
  /// The bytes after the edit; empty if it removes the component.
  let newBytes: [UInt8]
  /// The component's position, if the edit adds or removes it.
  let position: ComponentPosition?

  var inverse: ComponentChange { ComponentChange(oldBytes: newBytes, newBytes: oldBytes, position: position) }

  /// Returns the bytes of the file after the changes have been applied in order.
  static func bytes(
    applying changes: [ComponentChange], to text: ICalendarText
  ) throws(EditError) -> [UInt8] {
    var splicer = ComponentSplicer(text, changing: changes)
    for change in changes { try splicer.make(change) }
    return try splicer.bytes()
  }
}

/// The changes that an edit to a series makes to the components of a file.
struct SeriesPlan {
  /// The new bytes of the components that are changed but not removed.
  var replacementBytes: [Int: [UInt8]] = [:]
  /// The indices of the components that are removed.
  var removedIndices: Set<Int> = []
  /// The bytes of new components, which are added after the component `anchor`.
  var addedBytes: [[UInt8]] = []
  /// The component after which new components are added, and before which new zones are added.
  var anchor: Int
  /// The new VTIMEZONEs.
  var addedZones: [UInt8] = []
  /// The identifier of the new series, if the edit splits the series.
  var newSeries: EventID?
  /// The file of the new series, if it is not the edited file.
  var newFile: CalendarDocument?

  init(anchor: Int) { self.anchor = anchor }

  /// Returns the changes in the order in which to make them: from the last component of the file to the
  /// first, so that no change moves a component that is still to be changed.
  func changes(of text: ICalendarText) throws(EditError) -> [ComponentChange] {
    var changes: [ComponentChange] = []
    let positions = removedIndices.isEmpty ? [:] : ComponentPosition.allRestorable(in: text)
    for component in text.components.indices.reversed() {
      if component == anchor {
        for bytes in addedBytes.reversed() {
          guard let position = ComponentPosition(after: component, in: text) else { throw .noCalendar }
          changes.append(ComponentChange(oldBytes: [], newBytes: bytes, position: position))
        }
      }
      let oldBytes = text.bytes(ofComponent: component)
      if removedIndices.contains(component) {
        guard let position = positions[component] else { throw .noCalendar }
        changes.append(ComponentChange(oldBytes: Array(oldBytes), newBytes: [], position: position))
      } else if let newBytes = replacementBytes[component], !oldBytes.elementsEqual(newBytes) {
        // An override without its series is changed alone; undo could not find it without an END.
        guard text.components[component].hasEnd else { throw .noCalendar }
        changes.append(ComponentChange(oldBytes: Array(oldBytes), newBytes: newBytes, position: nil))
      }
    }
    return changes
  }
}
