import CalendarModel
import ICalendar

// Edits to a single occurrence: a change is written as an override, and a deletion as an EXDATE.
extension SeriesEditor {
  func planForOccurrence(
    _ edit: EventEdit, of content: SeriesContent, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    // Changing this override would change all later occurrences as well, and Handspan never writes a second
    // override with RANGE=THISANDFUTURE to restore them.
    if let ownOverride = content.ownOverride, ownOverride.isThisAndFuture { throw .thisAndFutureOverride }
    if case .delete = edit.change { return try planForDeletion(edit, of: content, in: document) }
    guard content.newRule(of: edit) == nil else { throw .ruleOfOneOccurrence }
    if let ownOverride = content.ownOverride {
      return try planForChange(edit, of: ownOverride.component, in: &document)
    }
    // An override would belong to another event, or other programs might think so.
    let masterID = content.master.event.id
    guard masterID.ownsUID, document.componentCount(of: masterID) == 1 else { throw .sharedUID }
    var plan = SeriesPlan(anchor: content.lastComponentIndex)
    let event = content.event
    let changes = edit.change.properties.filter { $0 != event.property($0.kind) }
    guard !changes.isEmpty else { return plan }
    var changedEvent = event
    for property in changes { changedEvent.set(property) }
    let isRevision = changes.contains(where: \.kind.createsRevision)
    let document = document
    plan.addedBytes = [
      try Self.convertingErrors { () throws(EditError) in
        try check(edit.change, in: content.times)
        plan.addedZones = try document.missingZones(
          for: changedEvent.times, previousTimes: content.textSource.event.times,
          like: document.text.components[plan.anchor].lines.lowerBound)
        return try override(changedEvent, of: content, isRevision: isRevision, in: document)
      }
    ]
    // RECURRENCE-ID and DTSTART must have the same form.
    let master = content.master.componentIndex
    plan.replacementBytes[master] = document.text.standardBytes(ofComponent: master)
    return plan
  }

  /// Checks that the new times of an edit may be written. A move must keep the form of the start, and may
  /// keep a length of zero.
  func check(_ change: EventEdit.Change, in oldTimes: EventTimes) throws(EditError) {
    guard let times = change.times, times != oldTimes else { return }
    if case .move = change {
      guard times.start.hasSameForm(as: oldTimes.start) else { throw .differentForm }
      return try TimesWriter.check(times, allowsZeroLength: true)
    }
    try TimesWriter.check(times, allowsZeroLength: false)
    try TimesWriter.checkSameKind(times)
  }

  /// Returns a new override: a copy of the component from which the occurrence takes its text, with a
  /// RECURRENCE-ID in the form of DTSTART and without the recurrence properties.
  private func override(
    _ event: CalendarEvent, of content: SeriesContent, isRevision: Bool, in document: CalendarDocument
  ) throws(EditError) -> [UInt8] {
    let (text, source) = (document.text, content.textSource)
    let lines = source.lines
    var edits = lines.recurrence.map { LineEdit.remove(line: $0) }
    let id = content.line("RECURRENCE-ID", content.originalStart, in: text)
    if let line = lines.recurrenceID {
      edits.append(.replace(line: line, with: id))
    } else {
      edits.append(
        .insert(
          after: lines.uid ?? text.components[source.componentIndex].lines.lowerBound,
          content: id))
    }
    edits += try lineEdits(from: source.event, to: event, source, in: text)
    edits += StampWriter(text: text, lines: lines, ownAddresses: ownAddresses).edits(
      stamp, isRevision: isRevision)
    if lines.stamp == nil, let uid = lines.uid {
      edits.append(.insert(after: uid, content: StampWriter.line(stamp)))
    }
    return ICalendarText.standardized(text.bytes(ofComponent: source.componentIndex, applying: edits))
  }

  /// Returns the edits that give a component the content of `newEvent`.
  func lineEdits(
    from oldEvent: CalendarEvent, to newEvent: CalendarEvent, _ component: SeriesContent.Component,
    in text: ICalendarText
  ) throws(EditError) -> [LineEdit] {
    let times = TimesWriter(text: text, lines: component.lines, oldTimes: oldEvent.times)
    let propertyWriter = PropertyWriter(
      text: text, component: component.componentIndex, lines: component.lines)
    var edits: [LineEdit] = []
    for property in oldEvent.differences(to: newEvent) {
      if case .times(let newTimes) = property {
        if let minimalEdits = try? times.edits(for: newTimes, allowsZeroLength: true) {
          edits += minimalEdits
        } else {
          edits += try times.editsChangingForm(for: newTimes)
        }
      } else {
        edits += try propertyWriter.edits(for: property)
      }
    }
    return edits
  }

  /// Plans a change to an existing override.
  private func planForChange(
    _ edit: EventEdit, of component: SeriesContent.Component, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    var plan = SeriesPlan(anchor: component.componentIndex)
    let changes = edit.change.properties.filter { $0 != component.event.property($0.kind) }
    guard !changes.isEmpty else { return plan }
    do {
      let edits = try document.lineEdits(
        for: edit.change, changes, of: component.eventIndex, ownAddresses: ownAddresses, stamp: stamp)
      if let times = edit.change.times, times != component.event.times {
        plan.addedZones = try document.missingZones(
          for: times, previousTimes: component.event.times,
          like: document.text.components[component.componentIndex].lines.lowerBound)
      }
      plan.replacementBytes[component.componentIndex] = document.text.bytes(
        ofComponent: component.componentIndex, applying: edits)
    } catch {
      throw .edit(error)
    }
    return plan
  }

  /// Plans an edit to an override whose series is not in the file. Only the override itself can be edited.
  func planForOrphanedOverride(
    of edit: EventEdit, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    let components = document.seriesComponents(of: edit.target)
    guard let component = components.first(where: { $0.event.id == edit.target }) else {
      throw .edit(.vanished)
    }
    guard case .changed(_, let isThisAndFuture) = component.event.series, !isThisAndFuture else {
      throw .thisAndFutureOverride
    }
    guard case .delete = edit.change else { return try planForChange(edit, of: component, in: &document) }
    var plan = SeriesPlan(anchor: component.componentIndex)
    plan.remove(component, of: document)
    return plan
  }

  /// Plans the deletion of an occurrence: its override is removed, and an EXDATE excludes it from the series.
  private func planForDeletion(
    _ edit: EventEdit, of content: SeriesContent, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    guard content.hasOtherOccurrences else { return try planForDeletion(of: edit, in: document) }
    var plan = SeriesPlan(anchor: content.lastComponentIndex)
    let (text, master) = (document.text, content.master)
    if let ownOverride = content.ownOverride { plan.remove(ownOverride.component, of: document) }
    // If the override does not replace an instance of the series, no EXDATE is needed.
    guard content.recurrence.contains(content.originalWall) || content.ownOverride == nil else { return plan }
    guard let start = master.lines.start else { throw .edit(.vanished) }
    let line = content.line("EXDATE", content.originalStart, in: text)
    plan.replacementBytes[master.componentIndex] = text.bytes(
      ofComponent: master.componentIndex,
      applying: [.insert(after: master.lines.recurrence.last ?? start, content: line)]
        + stampEdits(of: master, in: document, isRevision: true))
    return plan
  }

  /// Plans the deletion of all components of the target's series. An event with the same UID that does not repeat is not
  /// part of it.
  func planForDeletion(
    of edit: EventEdit, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    guard let target = document.events.position(of: edit.target) else { throw .edit(.vanished) }
    guard document.events[target].isRepeating else { throw .notRepeating }
    var plan = SeriesPlan(anchor: document.components[target])
    for (event, component) in zip(document.events, document.components)
    where event.id.isInSameSeries(as: edit.target) && event.isRepeating {
      plan.removedIndices.insert(component)
    }
    for (older, newer) in document.supersedingComponents where plan.removedIndices.contains(newer) {
      plan.removedIndices.insert(older)
    }
    return plan
  }
}

extension SeriesPlan {
  /// Removes an event and its older revisions, one of which would otherwise take the event's place.
  mutating func remove(_ component: SeriesContent.Component, of document: CalendarDocument) {
    removedIndices.insert(component.componentIndex)
    removedIndices.formUnion(document.olderRevisions(of: component.eventIndex))
  }
}

extension SeriesContent {
  /// Returns a line with a start of the series, in the form of DTSTART as written. The second of two moments with the
  /// same wall time is in UTC.
  func line(_ name: String, _ time: EventTime, in text: ICalendarText) -> [UInt8] {
    let parameters =
      time.hasSameForm(as: start)
      ? text.formParameters(of: master.lines.start) : SeriesContent.formParameters(of: time)
    return Array(name.utf8) + parameters + Array(":".utf8) + time.value
  }

  /// The index of the series' last component in the text's components.
  var lastComponentIndex: Int {
    ([master] + overrides.map(\.component)).map(\.componentIndex).max() ?? master.componentIndex
  }

  /// Whether the series has any occurrence other than this one.
  var hasOtherOccurrences: Bool {
    guard !overrides.contains(where: { $0.originalWall != originalWall }) else { return true }
    let wholeRange = WallTime(.earliest).adding(days: -1)..<WallTime(.latest).adding(days: 2)
    let expansion = recurrence.instances(in: wholeRange)
    return expansion.end != .complete
      || expansion.starts.contains { $0.start.wall(inFormOf: start) != originalWall }
  }
}

extension ICalendarText {
  /// Returns the VALUE and TZID parameters of a line as written, each with a leading semicolon.
  func formParameters(of line: Int?) -> [UInt8] {
    let parameters = line.flatMap { self.line($0)?.parameters } ?? []
    return parameters.filter { $0.name == "VALUE" || $0.name == "TZID" }.flatMap {
      Array(";".utf8) + $0.bytes
    }
  }
}
