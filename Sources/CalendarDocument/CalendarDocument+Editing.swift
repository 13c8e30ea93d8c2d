import CalendarModel
import ICalendar

extension CalendarDocument {
  /// Makes an edit: changes DTSTART, DTEND or DURATION in the form that they have, and the stamps beside them.
  ///
  /// An edit that changes nothing leaves the bytes alone.
  ///
  /// - Parameters:
  ///   - edit: what is to happen; its times are in the same form as the event's.
  ///   - stamp: the present moment, for LAST-MODIFIED and DTSTAMP.
  /// - Returns: what `revert` and `reapply` need.
  /// - Throws: `EditError`; the document is then as it was.
  public mutating func apply(_ edit: EventEdit, stamp: Instant) throws(EditError) -> AppliedEdit {
    let index = try index(of: edit.target)
    let event = events[index]
    guard !event.isRepeating else { throw .repeating }
    let component = components[index]
    let before = Array(text.bytes(ofComponent: component))
    guard edit.change.times != event.times else {
      return AppliedEdit(edit: edit, base: event.times, before: before, after: before)
    }
    var ignored = ProblemCollector()
    let reader = EventReader(component, of: text, zones: &zones, problems: &ignored)
    let edits = try TimesWriter(text: text, lines: reader.lines, old: event.times)
      .edits(for: edit.change, stamp: stamp)
    let after = text.bytes(ofComponent: component, applying: edits)
    try replace(index, with: after)
    return AppliedEdit(edit: edit, base: event.times, before: before, after: after)
  }

  /// Takes an edit back: the event's component gets the bytes that it had before, to the last of them.
  ///
  /// - Throws: `EditError.changedSince` where the component is not what the edit made it,
  ///   `EditError.vanished` where it is no longer there.
  public mutating func revert(_ applied: AppliedEdit) throws(EditError) {
    try exchange(applied.after, for: applied.before, of: applied.id)
  }

  /// Makes an edit again after it was taken back, with the very bytes of the first time.
  ///
  /// - Throws: as `revert`.
  public mutating func reapply(_ applied: AppliedEdit) throws(EditError) {
    try exchange(applied.before, for: applied.after, of: applied.id)
  }

  /// Makes an edit that was made to an older state of this file, if the event's times are still what it was
  /// based on. Whatever else was changed in the meantime stays.
  ///
  /// Call it on the document newly read from disk when a save finds that the file changed.
  ///
  /// - Returns: the edit as made here; unchanged if the newer file has these times already.
  /// - Throws: `EditError.conflict` with the newer times where they differ, else as `apply`.
  public mutating func merge(_ applied: AppliedEdit, stamp: Instant) throws(EditError) -> AppliedEdit {
    let newer = events[try index(of: applied.id)].times
    guard newer == applied.base || newer == applied.edit.change.times else { throw .conflict(newer) }
    return try apply(applied.edit, stamp: stamp)
  }

  /// The document with an edit made to an older state of it, as `merge` does it.
  public static func mergeable(
    _ applied: AppliedEdit, onto newer: CalendarDocument, stamp: Instant
  ) throws(EditError) -> (document: CalendarDocument, applied: AppliedEdit) {
    var document = newer
    let merged = try document.merge(applied, stamp: stamp)
    return (document, merged)
  }

  private func index(of id: EventID) throws(EditError) -> Int {
    guard let index = events.firstIndex(where: { $0.id == id }) else { throw .vanished }
    return index
  }

  private mutating func exchange(
    _ expected: [UInt8], for replacement: [UInt8], of id: EventID
  ) throws(EditError) {
    let index = try index(of: id)
    guard text.bytes(ofComponent: components[index]).elementsEqual(expected) else { throw .changedSince }
    guard expected != replacement else { return }
    try replace(index, with: replacement)
  }

  /// Puts other bytes in the place of an event's component and reads that event anew.
  private mutating func replace(_ index: Int, with bytes: [UInt8]) throws(EditError) {
    let component = components[index]
    let lines = text.components[component].lines
    let first = text.lineNumber(lines.lowerBound)
    let next = lines.upperBound < text.lineCount ? text.lineNumber(lines.upperBound) : nil
    do {
      guard try text.replaceComponent(component, with: bytes) else {
        self = try rereading(text.bytes)
        return
      }
    } catch {
      throw .tooLarge
    }
    let newUpper = text.components[component].lines.upperBound
    let shift = next.map { text.lineNumber(newUpper) - $0 } ?? 0
    var found = ProblemCollector()
    let reader = EventReader(component, of: text, zones: &zones, problems: &found)
    let duplicate = events[index].id.duplicate
    reportPlace(of: text.components[component], uid: reader.uid, duplicate: duplicate, to: &found)
    notes.replace(lines: first..<(next ?? Int.max), with: found, shift: shift)
    guard let event = reader.event else { return }
    events[index] = named(event, duplicate: duplicate)
  }
}
