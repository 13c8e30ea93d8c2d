import CalendarModel
import ICalendar

extension EventProperty.Kind {
  /// Whether a change to such a property creates a new revision of the event (RFC 5546 2.1.4).
  var createsRevision: Bool { [.times, .status, .rule].contains(self) }
}

/// Updates the timestamps and the SEQUENCE of an event. Does not add missing ones, for the reasons given in
/// docs/decisions/stamps.md.
struct StampWriter {
  let text: ICalendarText
  let lines: EventLines

  /// Returns a DTSTAMP line, which every new component needs (RFC 5545 3.6.1).
  static func line(_ stamp: Instant) -> [UInt8] {
    Array("DTSTAMP:".utf8) + EventTime.utc(WallTime(seconds: stamp.seconds)).value
  }

  /// Returns the line edits for the update.
  ///
  /// - Parameters:
  ///   - stamp: the current time.
  ///   - isRevision: whether the event's times, status or rule change, in which case SEQUENCE is incremented
  ///     (RFC 5546 2.1.4). A change of text alone is not a revision.
  ///   - updatesRevisionOrder: whether DTSTAMP and SEQUENCE, which determine the newest of several revisions,
  ///     may change.
  func edits(_ stamp: Instant, isRevision: Bool, updatesRevisionOrder: Bool = true) -> [LineEdit] {
    let timestamp = EventTime.utc(WallTime(seconds: stamp.seconds)).value
    var edits: [LineEdit] = []
    for index in [updatesRevisionOrder ? lines.stamp : nil, lines.lastModified].compactMap({ $0 }) {
      guard let line = text.line(index) else { continue }
      // Stamps are in UTC, so a TZID would contradict the value.
      let otherParameters = line.parameters.filter { $0.name != "TZID" && $0.name != "VALUE" }
      if otherParameters.count < line.parameters.count {
        let parameters = otherParameters.flatMap { Array(";".utf8) + $0.bytes }
        edits.append(
          .replace(line: index, with: Array(line.name.utf8) + parameters + Array(":".utf8) + timestamp))
      } else if line.value != timestamp[...] {
        edits.append(.setValue(line: index, value: timestamp))
      }
    }
    if isRevision, updatesRevisionOrder, let line = lines.sequence, let value = text.line(line)?.value,
      let revision = decimalValue(TimeValue.trimmed(value))
    {
      edits.append(.setValue(line: line, value: Array(String(revision + 1).utf8)))
    }
    return edits
  }
}
