import CalendarModel
import ICalendar

/// Joins several iCalendar objects with events into a single object.
package enum ICalendarObjects {
  /// Returns one object with the events of all objects, and each time zone once.
  ///
  /// - Parameter newUID: returns a new UID. It is called for each UID that an earlier object already
  ///   contains, because occurrences of a series that were copied as separate events have the same UID.
  /// - Returns: nil if an object cannot be read.
  package static func joined(_ objects: [[UInt8]], newUID: () -> ByteString) -> [UInt8]? {
    var (zones, events): ([UInt8], [UInt8]) = ([], [])
    var (zoneNames, uids): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for object in objects {
      guard let text = try? ICalendarText(object), !text.components.isEmpty else { return nil }
      var objectUIDs: Set<[UInt8]> = []
      var replacements: [[UInt8]: [UInt8]] = [:]
      for component in text.children(of: 0) {
        if text.components[component].name == "VTIMEZONE" {
          let name = text.value(of: "TZID", in: component)?.value ?? []
          if zoneNames.insert(name).inserted { zones += text.bytes(ofComponent: component) }
          continue
        }
        guard let uid = text.value(of: "UID", in: component) else {
          events += text.bytes(ofComponent: component)
          continue
        }
        objectUIDs.insert(uid.value)
        var edits: [LineEdit] = []
        if uids.contains(uid.value) {
          let replacement = replacements[uid.value] ?? Text.escape(newUID().text)
          replacements[uid.value] = replacement
          edits = [.setValue(line: uid.line, value: replacement)]
        }
        events += text.bytes(ofComponent: component, applying: edits)
      }
      uids.formUnion(objectUIDs)
    }
    let (head, tail) = EventWriter.calendarLines
    return ICalendarText.bytes(ofNewLines: head) + zones + events + ICalendarText.bytes(ofNewLines: tail)
  }
}

extension ICalendarText {
  /// Returns the index and the value of the first line with the given property in a component, ignoring
  /// nested components.
  fileprivate func value(of name: String, in component: Int) -> (line: Int, value: [UInt8])? {
    let nested = children(of: component).map { components[$0].lines }
    for index in components[component].lines where !nested.contains(where: { $0.contains(index) }) {
      guard let line = line(index), line.name == name else { continue }
      return (index, Array(line.value))
    }
    return nil
  }
}
