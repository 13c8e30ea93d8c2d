import CalendarModel
import ICalendar

extension CalendarDocument {
  /// Makes an edit: changes the lines that say what it changes, in the form that they have, and the stamps beside
  /// them; or writes a component, or takes one out.
  ///
  /// An edit that changes nothing leaves the bytes alone.
  ///
  /// Of a transfer this file is the one that the event leaves; `written` has it for the other one.
  ///
  /// - Parameters:
  ///   - edit: what is to happen.
  ///   - stamp: the present moment, for LAST-MODIFIED and DTSTAMP.
  /// - Returns: what `revert` and `reapply` need.
  /// - Throws: `EditError`; the document is then as it was.
  package mutating func apply(_ edit: EventEdit, stamp: Instant) throws(EditError) -> AppliedEdit {
    switch edit.change {
    case .add(let event): return try add(event, by: edit, stamp: stamp)
    // What goes elsewhere leaves this file as what is deleted does.
    case .delete, .transfer: return try delete(by: edit)
    case .move, .stretchStart, .stretchEnd, .set: break
    }
    let index = try index(of: edit.target)
    let event = events[index]
    guard !event.isRepeating else { throw .repeating }
    let before = Array(text.bytes(ofComponent: components[index]))
    let base = edit.change.properties.map { event.property($0.kind) }
    let changes = edit.change.properties.filter { $0 != event.property($0.kind) }
    guard !changes.isEmpty else {
      return AppliedEdit(edit: edit, base: base, before: before, after: before)
    }
    let after = try text.bytes(
      ofComponent: components[index], applying: lineEdits(for: edit.change, changes, of: index, stamp: stamp))
    var added: [UInt8] = []
    if case .set = edit.change, let times = edit.change.times, times != event.times {
      let first = text.components[components[index]].lines.lowerBound
      added = try missingZones(for: times, old: event.times, like: first)
    }
    var applied = AppliedEdit(edit: edit, base: base, before: before, after: after, zones: added)
    try exchange(before, for: after, of: applied, addingZones: true)
    if edit.change.times != nil { try coverZones(of: &applied, before: event.times) }
    return applied
  }

  /// Takes an edit back: the event's component gets the bytes that it had before, to the last of them.
  ///
  /// - Throws: `EditError.changedSince` where the component is not what the edit made it,
  ///   `EditError.vanished` where it is no longer there.
  package mutating func revert(_ applied: AppliedEdit) throws(EditError) {
    for zone in applied.zoneEdits.reversed() { try takeBack(zone, of: applied.id) }
    do {
      try exchange(applied.after, for: applied.before, of: applied, addingZones: false)
    } catch {
      for zone in applied.zoneEdits { try make(zone) }
      throw error
    }
  }

  /// Makes an edit again after it was taken back, with the very bytes of the first time.
  ///
  /// - Throws: as `revert`.
  package mutating func reapply(_ applied: AppliedEdit) throws(EditError) {
    try exchange(applied.before, for: applied.after, of: applied, addingZones: true)
    for zone in applied.zoneEdits { try make(zone) }
  }

  /// Makes an edit that was made to an older state of this file, if what it changes still is what it was based on.
  /// Whatever else was changed in the meantime stays.
  ///
  /// Call it on the document newly read from disk when a save finds that the file changed.
  ///
  /// - Returns: the edit as made here; unchanged if the newer file has its outcome already.
  /// - Throws: `EditError.conflict` with what the newer file says where that differs, else as `apply`.
  package mutating func merge(_ applied: AppliedEdit, stamp: Instant) throws(EditError) -> AppliedEdit {
    let position = events.position(of: applied.id)
    let present = position.map { Array(text.bytes(ofComponent: components[$0])) } ?? []
    switch applied.edit.change {
    case .add where present == applied.after, .delete where present.isEmpty, .transfer where present.isEmpty:
      return AppliedEdit(edit: applied.edit, before: present, after: present)
    case .delete where present != applied.before, .transfer where present != applied.before:
      throw .conflict([])
    case .add, .delete, .transfer: break
    case .move, .stretchStart, .stretchEnd, .set:
      let event = events[try index(of: applied.id)]
      let newer = applied.base.map { event.property($0.kind) }
      let isFree = zip(newer, zip(applied.base, applied.edit.change.properties)).allSatisfy { now, known in
        now == known.0 || now == known.1
      }
      guard isFree else { throw .conflict(newer) }
    }
    return try apply(applied.edit, stamp: stamp)
  }

  /// The document with an edit made to an older state of it, as `merge` does it.
  package static func mergeable(
    _ applied: AppliedEdit, onto newer: CalendarDocument, stamp: Instant
  ) throws(EditError) -> (document: CalendarDocument, applied: AppliedEdit) {
    var document = newer
    let merged = try document.merge(applied, stamp: stamp)
    return (document, merged)
  }

  func index(of id: EventID) throws(EditError) -> Int {
    guard let index = events.position(of: id) else { throw .vanished }
    return index
  }

  private mutating func lineEdits(
    for change: EventEdit.Change, _ properties: [EventProperty], of index: Int, stamp: Instant
  ) throws(EditError) -> [LineEdit] {
    var ignored = ProblemCollector()
    let lines = EventReader(components[index], of: text, zones: &zones, problems: &ignored).lines
    let times = TimesWriter(text: text, lines: lines, old: events[index].times)
    let words = PropertyWriter(text: text, component: components[index], lines: lines)
    var edits: [LineEdit] = []
    for property in properties {
      switch (change, property) {
      case (.set, .times(let new)): edits += try times.editsOfAnyForm(for: new)
      case (.move, .times(let new)): edits += try times.edits(for: new, mayBeEmpty: true)
      case (_, .times(let new)): edits += try times.edits(for: new, mayBeEmpty: false)
      default: edits += try words.edits(for: property)
      }
    }
    let isRevision = properties.contains { $0.kind == .times || $0.kind == .status }
    // Of two events with one UID neither may become the other's newer revision.
    let isAlone = twins(of: events[index].id) == 1
    return edits
      + StampWriter(text: text, lines: lines).edits(stamp, isRevision: isRevision, ordersRevisions: isAlone)
  }
}
