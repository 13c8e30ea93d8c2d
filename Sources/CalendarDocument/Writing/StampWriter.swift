import CalendarModel
import ICalendar

extension EventProperty.Kind {
  /// Whether a change to such a property creates a new revision of the event (RFC 5546 2.1.4).
  var createsRevision: Bool { [.times, .status, .rule].contains(self) }
}

/// Updates the timestamps and the SEQUENCE of an event. Does not add missing ones, for the reasons given in
/// docs/decisions/consent.md.
struct StampWriter {
  let text: ICalendarText
  let lines: EventLines
  /// The user's addresses as written in ORGANIZER (`mailto:…`), in lower case; nil if the event counts as the user's
  /// whoever its organizer is, because it is new.
  let ownAddresses: Set<String>?

  /// Whether someone else organizes the event. Only the organizer counts its revisions (RFC 5546 2.1.4): if an attendee
  /// did, the organizer's next update would seem to be older.
  private var isCopy: Bool {
    guard let ownAddresses, let line = lines.organizer else { return false }
    return !text.names(anyOf: ownAddresses, inOrganizerLine: line)
  }

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
    let updatesRevisionOrder = updatesRevisionOrder && !isCopy
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

extension StampWriter {
  /// Returns an event that was deleted, as it is when the deletion is undone after its attendees may have been told: as a
  /// newer revision, because programs ignore one that is not newer than the cancellation.
  ///
  /// - Parameter bytes: the event's component.
  /// - Returns: the component as it is, if it has no attendees or someone else organizes it.
  static func renewed(_ bytes: [UInt8], ownAddresses: Set<String>, stamp: Instant) -> [UInt8] {
    guard let text = try? ICalendarText(bytes), !text.components.isEmpty else { return bytes }
    var (lines, hasAttendees) = (EventLines(), false)
    for index in text.ownLines(of: 0).joined() {
      guard let name = text.line(index)?.name else { continue }
      _ = lines.record(name, at: index)
      hasAttendees = hasAttendees || name == "ATTENDEE"
    }
    guard hasAttendees, let organizer = lines.organizer,
      text.names(anyOf: ownAddresses, inOrganizerLine: organizer)
    else { return bytes }
    var edits = StampWriter(text: text, lines: lines, ownAddresses: ownAddresses).edits(
      stamp, isRevision: true)
    // Without SEQUENCE, it is 0.
    if lines.sequence == nil, let uid = lines.uid {
      edits.append(.insert(after: uid, content: Array("SEQUENCE:1".utf8)))
    }
    return text.bytes(ofComponent: 0, applying: edits)
  }
}

extension ICalendarText {
  /// Returns whether an ORGANIZER line names one of some addresses (`mailto:…`, in lower case).
  func names(anyOf addresses: Set<String>, inOrganizerLine index: Int) -> Bool {
    line(index).map { line in
      addresses.contains(String(decoding: TimeValue.trimmed(line.value), as: UTF8.self).lowercased())
    } ?? false
  }
}
