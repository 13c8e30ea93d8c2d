import CalendarModel
import ICalendar

// Edits to an occurrence and all following ones: the series is split at the occurrence, and the edit is
// applied to the whole later part.
extension SeriesEditor {
  func planForFollowing(
    _ edit: EventEdit, of content: SeriesContent, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    let isDeletion = if case .delete = edit.change { true } else { false }
    guard content.hasEarlierOccurrences else {
      return isDeletion
        ? try planForDeletion(of: edit, in: document)
        : try planForWholeSeries(edit, of: content, in: &document)
    }
    guard !isInvitation(content, in: document.text) else { throw .invitation }
    for rule in content.recurrence.rules { if let part = rule.unsupported { throw .unsupported(part) } }
    let split = try SeriesSplit(content, in: document)
    var plan = SeriesPlan(anchor: content.lastComponent)
    if isDeletion {
      for override in content.overrides where override.wall >= content.wall {
        plan.remove(override.part, of: document)
      }
    } else {
      let event = content.event
      let isChanged = edit.change.properties.contains { $0.kind != .rule && $0 != event.property($0.kind) }
      guard isChanged || content.newRule(of: edit) != nil else { return plan }
      try Self.convertingErrors { () throws(EditError) in try check(edit.change, in: content.times) }
      try planLaterPart(edit, of: content, split, in: &document, to: &plan)
    }
    let (text, master) = (document.text, content.master)
    plan.replaced[master.component] = text.bytes(
      ofComponent: master.component,
      applying: split.edits(ofOldHalf: true, zones: &document.zones)
        + StampWriter(text: text, lines: master.lines).edits(stamp, isRevision: true))
    return plan
  }

  /// Returns whether somebody else organizes the series. A split would then create a second invitation.
  private func isInvitation(_ content: SeriesContent, in text: ICalendarText) -> Bool {
    text.ownLines(of: content.master.component).joined().contains { index in
      guard let line = text.line(index), line.name == "ORGANIZER" else { return false }
      return !ownAddresses.contains(
        String(decoding: TimeValue.trimmed(line.value), as: UTF8.self).lowercased())
    }
  }

  /// Writes the later part as a separate series that begins at the occurrence's original start, and applies
  /// the edit to all of it.
  private func planLaterPart(
    _ edit: EventEdit, of content: SeriesContent, _ split: SeriesSplit, in document: inout CalendarDocument,
    to plan: inout SeriesPlan
  ) throws(SeriesRefusal.Reason) {
    guard !content.recurrence.hasExceptionRules else { throw .exceptionRule }
    guard content.recurrence.rules.count <= 1 else { throw .severalRules }
    guard !edit.target.uid.isEmpty, newSeries.uid != edit.target.uid else { throw .ambiguous }
    // If an override of this occurrence applies to all following ones, it becomes the master of the new
    // series.
    let base = content.overrides.filter { $0.wall == content.wall && $0.isThisAndFuture }
    let later = content.overrides.filter {
      $0.wall >= content.wall && !($0.wall == content.wall && $0.isThisAndFuture)
    }
    for override in base { plan.remove(override.part, of: document) }
    let rest = try rest(of: content, split, later, in: &document)
    var change = edit.change
    // A COUNT that the edit does not change counts the dates of both parts.
    if let rule = content.newRule(of: edit)?.rule, let count = rule.count, count == content.rule?.count {
      var rest = rule
      rest.count = max(1, count - split.earlierDateCount)
      change = .set(change.properties.map { $0.kind == .rule ? .rule(rest) : $0 })
    }
    if change.times == nil, let start = content.template?.times, start.start != content.original {
      change = .set(change.properties + [.times(start)])
    }
    let half = EventEdit(
      target: EventID(calendar: document.calendar, file: newSeries.file, uid: newSeries.uid),
      originalStart: content.original, scope: .all, change: change)
    let (result, zones) = try edited(half, in: rest, restOf: content)
    guard let start = result.events.first(where: { $0.id == half.target })?.times.start else {
      throw .noEquivalentRule
    }
    if let last = content.lastStartBefore, start.time(in: .utc).instant <= last {
      throw .beforeRemainingOccurrence
    }
    let components = result.components(of: newSeries.uid)
    guard let master = components.first else { throw .noEquivalentRule }
    let text = document.text
    if newSeries.file == document.file {
      plan.added = [master]
      plan.zones = zones
      for (override, bytes) in zip(later, components.dropFirst()) {
        plan.remove(override.part, of: document)
        plan.removed.remove(override.part.component)
        plan.replaced[override.part.component] = bytes
      }
    } else {
      for override in later { plan.remove(override.part, of: document) }
      plan.newFile = try newFile(of: result, components, like: text)
    }
    plan.newSeries = half.target
  }

  /// Returns the later part after the edit, and the bytes of the VTIMEZONEs that the edit adds.
  private func edited(
    _ half: EventEdit, in rest: CalendarDocument, restOf content: SeriesContent
  ) throws(SeriesRefusal.Reason) -> (CalendarDocument, zones: [UInt8]) {
    var rest = rest
    let parts = rest.parts(of: newSeries.uid)
    if let only = parts.first, only.event.repetition == .once {
      // A later part that does not repeat is correct only if the occurrence is the last one.
      guard !content.recurrence.instances(in: content.wall..<WallTime(.latest)).starts.dropFirst().isEmpty
      else { return try edited(only, by: half, in: rest) }
      throw .addedDate
    }
    let inner = SeriesEditor(
      newSeries: newSeries, ownAddresses: ownAddresses, stamp: stamp, writesStamps: false)
    let halfContent = try SeriesContent(of: half, in: &rest)
    guard halfContent.recurrence.hasSameInstances(as: content.recurrence, from: content.wall) else {
      throw content.isGeneratedByRule ? .noEquivalentRule : .addedDate
    }
    let (result, applied) = try inner.result(of: half, in: rest)
    return (result, applied.zoneEditsBeforeChanges.flatMap(\.after))
  }

  /// Returns the result of an edit to a later part that is a single event.
  private func edited(
    _ part: SeriesContent.Part, by half: EventEdit, in rest: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> (CalendarDocument, zones: [UInt8]) {
    var event = part.event
    for property in half.change.properties { event.set(property) }
    let changed = event
    return try Self.convertingErrors { () throws(EditError) in
      let (text, lines) = (rest.text, rest.text.components[part.component].lines)
      let zones = try rest.missingZones(for: changed.times, old: part.event.times, like: lines.lowerBound)
      let edits = try lineEdits(from: part.event, to: changed, part, in: text)
      let bytes = text.bytes(ofComponent: part.component, applying: edits)
      var result = rest
      try result.read(text.bytes(replacing: lines, with: zones + bytes))
      return (result, zones)
    }
  }

  /// Returns the part of a series from an occurrence on, as a series with the new UID. If no occurrence is earlier,
  /// returns the document itself.
  func rest(
    from occurrence: Occurrence, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> CalendarDocument {
    var document = document
    let edit = occurrence.edit(.delete, scope: .thisAndFollowing)
    let content = try SeriesContent(of: edit, in: &document)
    guard content.hasEarlierOccurrences else { return document }
    let later = content.overrides.filter {
      $0.wall >= content.wall && !($0.wall == content.wall && $0.isThisAndFuture)
    }
    return try rest(of: content, SeriesSplit(content, in: document), later, in: &document)
  }

  /// Returns the part of the series from the occurrence on, before the edit: a master and the later
  /// overrides.
  private func rest(
    of content: SeriesContent, _ split: SeriesSplit, _ later: [SeriesContent.Override],
    in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> CalendarDocument {
    let text = document.text
    var master: [UInt8]
    do {
      master = try newMaster(of: content, split, in: &document)
    } catch {
      throw .edit(error)
    }
    for override in later {
      let part = override.part
      master += text.bytes(ofComponent: part.component, applying: identityEdits(of: part, in: text))
    }
    let zones = text.components.indices.filter { text.components[$0].name == "VTIMEZONE" }
      .flatMap { Array(text.bytes(ofComponent: $0)) }
    let (head, tail) = EventWriter.calendarLines
    let bytes = ICalendarText.bytes(ofNewLines: head) + zones + master + ICalendarText.bytes(ofNewLines: tail)
    do {
      return try CalendarDocument(
        bytes: bytes, calendar: document.calendar, file: newSeries.file, zones: document.systemZones)
    } catch {
      throw .edit(.tooLarge)
    }
  }

  /// Returns the edits that set the new UID, and the timestamps and SEQUENCE of a new event.
  private func identityEdits(of part: SeriesContent.Part, in text: ICalendarText) -> [LineEdit] {
    var edits = StampWriter(text: text, lines: part.lines).edits(stamp, isRevision: false)
    if let line = part.lines.uid {
      edits.append(.setValue(line: line, value: Text.escape(newSeries.uid.text)))
    }
    if part.lines.stamp == nil, let uid = part.lines.uid {
      edits.append(.insert(after: uid, content: StampWriter.line(stamp)))
    }
    if let line = part.lines.sequence { edits.append(.setValue(line: line, value: Array("0".utf8))) }
    return edits
  }

  private func newMaster(
    of content: SeriesContent, _ split: SeriesSplit, in document: inout CalendarDocument
  ) throws(EditError) -> [UInt8] {
    guard let (times, base) = content.template else { throw .vanished }
    let (text, lines) = (document.text, base.lines)
    guard let startLine = lines.start, let uid = lines.uid else { throw .vanished }
    var edits = identityEdits(of: base, in: text)
    let created = text.ownLines(of: base.component).joined().first { text.line($0)?.name == "CREATED" }
    if let created {
      edits.append(.setValue(line: created, value: EventTime.utc(WallTime(seconds: stamp.seconds)).value))
    }
    let sibling =
      Array("RELATED-TO".utf8) + Parameter.encoded("RELTYPE", "SIBLING") + Array(":".utf8)
      + Text.escape(content.master.event.id.uid.text)
    edits.append(.insert(after: uid, content: sibling))
    // If this series is itself a later part, its own count no longer applies.
    edits += text.ownLines(of: base.component).joined()
      .filter { text.line($0)?.name == CalendarDocument.splitProperty }.map { .remove(line: $0) }
    if newSeries.file != document.file {
      let line = "\(CalendarDocument.splitProperty):\(split.keptDateCount)"
      edits.append(.insert(after: uid, content: Array(line.utf8)))
    }
    var event = base.event
    // If the clocks skip the start of this instance, it may end later than the other instances do. Its own
    // end is therefore used only if it has no wall-clock length.
    let isOwnLength = times.start == content.original && times.wallLength == nil
    event.times = isOwnLength ? times : EditedSeries.times(startingAt: content.original, like: times)
    edits += try lineEdits(from: base.event, to: event, base, in: text)
    let rule = split.edits(ofOldHalf: false, zones: &document.zones)
    guard base.index != content.master.index else {
      return text.bytes(ofComponent: base.component, applying: edits + rule)
    }
    edits += (lines.recurrence + [lines.recurrenceID].compactMap { $0 }).map { .remove(line: $0) }
    let master = text.bytes(ofComponent: content.master.component, applying: rule)
    guard let master = try? ICalendarText(master) else { throw .tooLarge }
    for index in master.ownLines(of: 0).joined() {
      guard let line = master.line(index), ["RRULE", "RDATE", "EXDATE"].contains(line.name) else { continue }
      edits.append(.insert(after: startLine, content: Array(line.bytes)))
    }
    return text.bytes(ofComponent: base.component, applying: edits)
  }

  /// Returns the file of a new series in a folder of files, including the zones that it uses.
  private func newFile(
    of half: CalendarDocument, _ components: [[UInt8]], like text: ICalendarText
  ) throws(SeriesRefusal.Reason) -> CalendarDocument {
    var names: [String] = []
    for component in half.text.components.indices where half.text.components[component].name == "VEVENT" {
      for name in half.text.zoneNames(in: component)
      where !names.contains(where: { DocumentZones.isSame($0, name) }) {
        names.append(name)
      }
    }
    let zones = names.compactMap { half.zones.definition(of: $0) }
      .flatMap { Array(half.text.bytes(ofComponent: $0)) }
    let (head, tail) = EventWriter.calendarLines
    let bytes =
      ICalendarText.bytes(ofNewLines: head) + ICalendarText.bytes(ofLines: zones + components.flatMap { $0 })
      + ICalendarText.bytes(ofNewLines: tail)
    do {
      return try half.rereading(bytes)
    } catch {
      throw .edit(.tooLarge)
    }
  }
}

extension CalendarDocument {
  /// Returns the bytes of the components with the given UID: the master first, then its overrides in file
  /// order.
  fileprivate func components(of uid: ByteString) -> [[UInt8]] {
    var found: [(WallTime?, [UInt8])] = []
    for (event, component) in zip(events, components) where event.id.uid == uid {
      let bytes = Array(text.bytes(ofComponent: component))
      if case .changed(let original, _) = event.series {
        found.append((original.wall, bytes))
      } else {
        found.insert((nil, bytes), at: 0)
      }
    }
    return found.map(\.1)
  }
}
