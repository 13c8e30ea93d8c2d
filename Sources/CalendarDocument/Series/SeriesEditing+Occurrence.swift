import CalendarModel
import ICalendar

// Edits of a single occurrence: the override that is written or changed, the EXDATE of a deletion.
extension SeriesEditing {
  func planOfOccurrence(
    _ edit: EventEdit, of content: SeriesContent, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    // Later occurrences would change with it, and RANGE=THISANDFUTURE is never written anew.
    if let own = content.own, own.isThisAndFuture { throw .thisAndFutureOverride }
    if case .delete = edit.change { return try planOfDeletion(edit, of: content, in: document) }
    if let own = content.own { return try planOfChange(edit, of: own.part, in: &document) }
    var plan = SeriesPlan(anchor: content.lastComponent)
    let event = content.event
    let changes = edit.change.properties.filter { $0 != event.property($0.kind) }
    guard !changes.isEmpty else { return plan }
    var changed = event
    for property in changes { changed.set(property) }
    let stamped = changes.contains { $0.kind == .times || $0.kind == .status }
    let document = document
    plan.added = [
      try Self.checked { () throws(EditError) in
        try check(edit.change, in: content.times)
        plan.zones = try document.missingZones(
          for: changed.times, old: content.example.event.times,
          like: document.text.components[plan.anchor].lines.lowerBound)
        return try override(changed, of: content, isRevision: stamped, in: document)
      }
    ]
    return plan
  }

  /// Checks that the times of an edit may be written. Those of a move may be as they were.
  func check(_ change: EventEdit.Change, in old: EventTimes) throws(EditError) {
    guard let times = change.times, times != old else { return }
    if case .move = change {
      guard times.start.hasSameForm(as: old.start) else { throw .otherForm }
      return try TimesWriter.check(times, mayBeEmpty: true)
    }
    try TimesWriter.check(times, mayBeEmpty: false)
    try TimesWriter.checkSameKind(times)
  }

  /// A new override: a copy of the component that the occurrence has its text from, with RECURRENCE-ID in the
  /// form of DTSTART and without the properties that make the series.
  private func override(
    _ event: CalendarEvent, of content: SeriesContent, isRevision: Bool, in document: CalendarDocument
  ) throws(EditError) -> [UInt8] {
    let (text, part) = (document.text, content.example)
    let (component, lines) = (part.component, part.lines)
    var edits = lines.recurrence.map { LineEdit.remove(line: $0) }
    let id =
      Array("RECURRENCE-ID".utf8) + text.formParameters(of: content.master.lines.start)
      + Array(":".utf8) + content.original.value
    if let line = lines.recurrenceID {
      edits.append(.replace(line: line, with: id))
    } else {
      edits.append(.insert(after: lines.uid ?? text.components[component].lines.lowerBound, line: id))
    }
    edits += try lineEdits(from: part.event, to: event, part, in: text)
    edits += StampWriter(text: text, lines: lines).edits(stamp, isRevision: isRevision)
    return text.bytes(ofComponent: component, applying: edits)
  }

  /// The lines to change so that a component says what `new` does.
  func lineEdits(
    from old: CalendarEvent, to new: CalendarEvent, _ part: SeriesContent.Part, in text: ICalendarText
  ) throws(EditError) -> [LineEdit] {
    let times = TimesWriter(text: text, lines: part.lines, old: old.times)
    let words = PropertyWriter(text: text, component: part.component, lines: part.lines)
    var edits: [LineEdit] = []
    for property in old.differences(to: new) {
      if case .times(let new) = property {
        if let kept = try? times.edits(for: new, mayBeEmpty: true) {
          edits += kept
        } else {
          edits += try times.editsChangingForm(for: new)
        }
      } else {
        edits += try words.edits(for: property)
      }
    }
    return edits
  }

  /// Changes an override in place.
  private func planOfChange(
    _ edit: EventEdit, of part: SeriesContent.Part, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    var plan = SeriesPlan(anchor: part.component)
    let changes = edit.change.properties.filter { $0 != part.event.property($0.kind) }
    guard !changes.isEmpty else { return plan }
    do {
      let edits = try document.lineEdits(for: edit.change, changes, of: part.index, stamp: stamp)
      if let times = edit.change.times, times != part.event.times {
        plan.zones = try document.missingZones(
          for: times, old: part.event.times,
          like: document.text.components[part.component].lines.lowerBound)
      }
      plan.replaced[part.component] = document.text.bytes(ofComponent: part.component, applying: edits)
    } catch {
      throw .edit(error)
    }
    return plan
  }

  /// An override whose series is not in the file can only be changed itself.
  func planWithoutMaster(
    of edit: EventEdit, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    let parts = document.parts(of: edit.target.uid)
    guard let part = parts.first(where: { $0.event.id == edit.target }) else { throw .edit(.vanished) }
    guard case .changed(_, let isThisAndFuture) = part.event.series, !isThisAndFuture else {
      throw .thisAndFutureOverride
    }
    guard case .delete = edit.change else { return try planOfChange(edit, of: part, in: &document) }
    var plan = SeriesPlan(anchor: part.component)
    plan.remove(part, of: document)
    return plan
  }

  /// Deletes an occurrence: EXDATE keeps it from coming back, and its override goes.
  private func planOfDeletion(
    _ edit: EventEdit, of content: SeriesContent, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    guard content.hasOthers else { return try planOfDeletion(of: edit, in: document) }
    var plan = SeriesPlan(anchor: content.lastComponent)
    let (text, master) = (document.text, content.master)
    if let own = content.own { plan.remove(own.part, of: document) }
    // An override may replace no instance of the rule, and then nothing would come back.
    guard content.recurrence.contains(content.wall) || content.own == nil else { return plan }
    guard let start = master.lines.start else { throw .edit(.vanished) }
    let line =
      Array("EXDATE".utf8) + text.formParameters(of: start) + Array(":".utf8) + content.original.value
    plan.replaced[master.component] = text.bytes(
      ofComponent: master.component,
      applying: [.insert(after: master.lines.recurrence.last ?? start, line: line)]
        + StampWriter(text: text, lines: master.lines).edits(stamp, isRevision: true))
    return plan
  }

  /// Deletes everything of a UID.
  func planOfDeletion(
    of edit: EventEdit, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    guard let target = document.events.position(of: edit.target) else { throw .edit(.vanished) }
    guard document.events[target].isRepeating else { throw .notRepeating }
    var plan = SeriesPlan(anchor: document.components[target])
    for (event, component) in zip(document.events, document.components)
    where event.id.uid == edit.target.uid {
      plan.removed.insert(component)
    }
    for (older, newer) in document.superseded where plan.removed.contains(newer) {
      plan.removed.insert(older)
    }
    return plan
  }
}

extension SeriesPlan {
  /// Removes an event with its older revisions, one of which would otherwise be shown instead.
  mutating func remove(_ part: SeriesContent.Part, of document: CalendarDocument) {
    removed.insert(part.component)
    removed.formUnion(document.olderRevisions(of: part.index))
  }
}

extension SeriesContent {
  /// The last component of the series in the file.
  var lastComponent: Int { ([master] + overrides.map(\.part)).map(\.component).max() ?? master.component }

  /// Whether anything remains if the occurrence goes.
  var hasOthers: Bool {
    guard !overrides.contains(where: { $0.wall != wall }) else { return true }
    let all = WallTime(.earliest).adding(days: -1)..<WallTime(.latest).adding(days: 2)
    let expansion = recurrence.instances(in: all)
    return expansion.end != .complete || expansion.starts.contains { $0.start.wall != wall }
  }
}

extension ICalendarText {
  /// The VALUE and TZID parameters of a line as written, each with its semicolon.
  func formParameters(of line: Int?) -> [UInt8] {
    let parameters = line.flatMap { self.line($0)?.parameters } ?? []
    return parameters.filter { $0.name == "VALUE" || $0.name == "TZID" }.flatMap {
      Array(";".utf8) + $0.bytes
    }
  }
}
