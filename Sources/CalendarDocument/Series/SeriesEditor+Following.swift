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
    var plan = SeriesPlan(anchor: content.lastComponentIndex)
    if isDeletion {
      for override in content.overrides where override.originalWall >= content.originalWall {
        plan.remove(override.component, of: document)
      }
    } else {
      let event = content.event
      let isChanged = edit.change.properties.contains { $0.kind != .rule && $0 != event.property($0.kind) }
      guard isChanged || content.newRule(of: edit) != nil else { return plan }
      try Self.convertingErrors { () throws(EditError) in try check(edit.change, in: content.times) }
      try planLaterPart(edit, of: content, split, in: &document, to: &plan)
    }
    let (text, master) = (document.text, content.master)
    plan.replacementBytes[master.componentIndex] = text.bytes(
      ofComponent: master.componentIndex,
      applying: split.edits(ofEarlierPart: true, zones: &document.zones)
        + stampEdits(of: master, in: document, isRevision: true))
    return plan
  }

  /// Returns whether someone else organizes the series. A split would then create a second invitation.
  private func isInvitation(_ content: SeriesContent, in text: ICalendarText) -> Bool {
    text.ownLines(of: content.master.componentIndex).joined().contains { index in
      guard let line = text.line(index), line.name == "ORGANIZER" else { return false }
      return !text.names(anyOf: ownAddresses, inOrganizerLine: index)
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
    guard content.master.event.id.ownsUID else { throw .sharedUID }
    guard newSeries.uid != edit.target.uid else { throw .ambiguous }
    // If an override of this occurrence applies to all following ones, it becomes the master of the new
    // series.
    let newMasterOverrides = content.overrides.filter {
      $0.originalWall == content.originalWall && $0.isThisAndFuture
    }
    let laterOverrides = content.overrides.filter {
      $0.originalWall >= content.originalWall
        && !($0.originalWall == content.originalWall && $0.isThisAndFuture)
    }
    for override in newMasterOverrides { plan.remove(override.component, of: document) }
    let laterPart = try laterPart(of: content, split, laterOverrides, in: &document)
    var change = edit.change
    // If the edit does not change COUNT, COUNT still includes the dates of the earlier part.
    if let rule = content.newRule(of: edit)?.rule, let count = rule.count, count == content.rule?.count {
      var laterRule = rule
      laterRule.count = max(1, count - split.earlierDateCount)
      change = .set(change.properties.map { $0.kind == .rule ? .rule(laterRule) : $0 })
    }
    if change.times == nil, let times = content.template?.times, times.start != content.originalStart {
      change = .set(change.properties + [.times(times)])
    }
    let laterEdit = EventEdit(
      target: EventID(calendar: document.calendar, file: newSeries.file, uid: newSeries.uid),
      originalStart: content.originalStart, scope: .all, change: change)
    let (result, zones) = try applying(laterEdit, in: laterPart, of: content)
    guard let start = result.events.first(where: { $0.id == laterEdit.target })?.times.start else {
      throw .noEquivalentRule
    }
    if let last = content.lastEarlierStart, start.time(in: .utc).instant <= last {
      throw .beforeRemainingOccurrence
    }
    let components = result.components(of: newSeries.uid)
    guard let master = components.first else { throw .noEquivalentRule }
    let text = document.text
    if newSeries.file == document.file {
      plan.addedBytes = [master]
      plan.addedZones = zones
      for (override, bytes) in zip(laterOverrides, components.dropFirst()) {
        plan.remove(override.component, of: document)
        plan.removedIndices.remove(override.component.componentIndex)
        plan.replacementBytes[override.component.componentIndex] = bytes
      }
    } else {
      for override in laterOverrides { plan.remove(override.component, of: document) }
      plan.newFile = try newFile(of: result, components, like: text)
    }
    plan.newSeries = laterEdit.target
  }

  /// Returns the later part after the edit, and the bytes of the VTIMEZONEs that the edit adds.
  private func applying(
    _ laterEdit: EventEdit, in laterPart: CalendarDocument, of content: SeriesContent
  ) throws(SeriesRefusal.Reason) -> (CalendarDocument, zones: [UInt8]) {
    var laterPart = laterPart
    let components = laterPart.seriesComponents(of: newSeries)
    if let singleComponent = components.first, singleComponent.event.repetition == .once {
      // A later part that does not repeat is correct only if the occurrence is the last one.
      guard
        !content.recurrence.instances(in: content.originalWall..<WallTime(.latest)).starts.dropFirst().isEmpty
      else { return try applying(laterEdit, to: singleComponent, in: laterPart) }
      throw .addedDate
    }
    let laterEditor = SeriesEditor(
      newSeries: newSeries, ownAddresses: ownAddresses, stamp: stamp, writesStamps: false)
    let laterContent = try SeriesContent(of: laterEdit, in: &laterPart)
    guard laterContent.recurrence.hasSameInstances(as: content.recurrence, from: content.originalWall) else {
      throw content.isGeneratedByRule ? .noEquivalentRule : .addedDate
    }
    let (result, applied) = try laterEditor.result(of: laterEdit, in: laterPart)
    return (result, applied.zoneEditsBeforeChanges.flatMap(\.newBytes))
  }

  /// Returns the result of an edit to a later part that is a single event.
  private func applying(
    _ laterEdit: EventEdit, to component: SeriesContent.Component, in laterPart: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> (CalendarDocument, zones: [UInt8]) {
    var event = component.event
    for property in laterEdit.change.properties { event.set(property) }
    let changedEvent = event
    return try Self.convertingErrors { () throws(EditError) in
      let (text, lines) = (laterPart.text, laterPart.text.components[component.componentIndex].lines)
      let zones = try laterPart.missingZones(
        for: changedEvent.times, previousTimes: component.event.times, like: lines.lowerBound)
      let edits = try lineEdits(from: component.event, to: changedEvent, component, in: text)
      let bytes = text.bytes(ofComponent: component.componentIndex, applying: edits)
      var result = laterPart
      try result.read(text.bytes(replacing: lines, with: zones + bytes))
      return (result, zones)
    }
  }

  /// Returns an occurrence and all following ones of its series as a series with the new UID. If no occurrence is
  /// earlier, returns the document itself.
  func laterPart(
    from occurrence: Occurrence, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> CalendarDocument {
    var document = document
    let edit = occurrence.edit(.delete, scope: .thisAndFollowing)
    let content = try SeriesContent(of: edit, in: &document)
    guard content.hasEarlierOccurrences else { return document }
    let laterOverrides = content.overrides.filter {
      $0.originalWall >= content.originalWall
        && !($0.originalWall == content.originalWall && $0.isThisAndFuture)
    }
    return try laterPart(
      of: content, SeriesSplit(content, in: document), laterOverrides, in: &document)
  }

  /// Returns the later part of the series before the edit: a master and the later overrides.
  private func laterPart(
    of content: SeriesContent, _ split: SeriesSplit, _ laterOverrides: [SeriesContent.Override],
    in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> CalendarDocument {
    let text = document.text
    var componentBytes: [UInt8]
    do {
      componentBytes = try newMaster(of: content, split, in: &document)
    } catch {
      throw .edit(error)
    }
    for override in laterOverrides {
      let component = override.component
      componentBytes += text.bytes(
        ofComponent: component.componentIndex, applying: identityEdits(of: component, in: text))
    }
    let definitions = text.components.indices.filter { text.components[$0].name == "VTIMEZONE" }
    // Of several definitions of a name, the first one counts.
    let parent = text.components[content.master.componentIndex].parent
    let zones =
      (definitions.filter { text.components[$0].parent == parent }
      + definitions.filter { text.components[$0].parent != parent })
      .flatMap { Array(text.bytes(ofComponent: $0)) }
    let (head, tail) = EventWriter.calendarLines
    let bytes =
      ICalendarText.bytes(ofNewLines: head) + zones + ICalendarText.standardized(componentBytes)
      + ICalendarText.bytes(ofNewLines: tail)
    do {
      return try CalendarDocument(
        bytes: bytes, calendar: document.calendar, file: newSeries.file, zones: document.systemZones)
    } catch {
      throw .edit(.tooLarge)
    }
  }

  /// Returns the edits that set the new UID, and the timestamps and SEQUENCE of a new event.
  private func identityEdits(of component: SeriesContent.Component, in text: ICalendarText) -> [LineEdit] {
    var edits = StampWriter(text: text, lines: component.lines, ownAddresses: ownAddresses).edits(
      stamp, isRevision: false)
    if let line = component.lines.uid {
      edits.append(.setValue(line: line, value: Text.escape(newSeries.uid.text)))
    }
    if component.lines.stamp == nil, let uid = component.lines.uid {
      edits.append(.insert(after: uid, content: StampWriter.line(stamp)))
    }
    if let line = component.lines.sequence { edits.append(.setValue(line: line, value: Array("0".utf8))) }
    return edits
  }

  private func newMaster(
    of content: SeriesContent, _ split: SeriesSplit, in document: inout CalendarDocument
  ) throws(EditError) -> [UInt8] {
    guard let (times, source) = content.template else { throw .vanished }
    let (text, lines) = (document.text, source.lines)
    guard let startLine = lines.start, let uid = lines.uid else { throw .vanished }
    var edits = identityEdits(of: source, in: text)
    let createdLine = text.ownLines(of: source.componentIndex).joined().first {
      text.line($0)?.name == "CREATED"
    }
    if let createdLine {
      edits.append(.setValue(line: createdLine, value: EventTime.utc(WallTime(seconds: stamp.seconds)).value))
    }
    let siblingLine =
      Array("RELATED-TO".utf8) + Parameter.encoded("RELTYPE", "SIBLING") + Array(":".utf8)
      + Text.escape(content.master.event.id.uid.text)
    edits.append(.insert(after: uid, content: siblingLine))
    // If this series is itself the later part of a split, the number of dates that it records no longer
    // applies.
    edits += text.ownLines(of: source.componentIndex).joined()
      .filter { text.line($0)?.name == CalendarDocument.splitProperty }.map { .remove(line: $0) }
    if newSeries.file != document.file {
      let line = "\(CalendarDocument.splitProperty):\(split.keptDateCount)"
      edits.append(.insert(after: uid, content: Array(line.utf8)))
    }
    var event = source.event
    // If the clocks skip the start of this instance, the instance may end later than the others do. Its own
    // end is therefore used only if the instance has no wall-clock length.
    let usesOwnEnd = times.start == content.originalStart && times.wallLength == nil
    event.times = usesOwnEnd ? times : EditedSeries.times(startingAt: content.originalStart, like: times)
    edits += try lineEdits(from: source.event, to: event, source, in: text)
    let ruleEdits = split.edits(ofEarlierPart: false, zones: &document.zones)
    guard source.eventIndex != content.master.eventIndex else {
      return text.bytes(ofComponent: source.componentIndex, applying: edits + ruleEdits)
    }
    edits += (lines.recurrence + [lines.recurrenceID].compactMap { $0 }).map { .remove(line: $0) }
    let master = text.bytes(ofComponent: content.master.componentIndex, applying: ruleEdits)
    guard let master = try? ICalendarText(master) else { throw .tooLarge }
    for index in master.ownLines(of: 0).joined() {
      guard let line = master.line(index), ["RRULE", "RDATE", "EXDATE"].contains(line.name) else { continue }
      edits.append(.insert(after: startLine, content: Array(line.bytes)))
    }
    return text.bytes(ofComponent: source.componentIndex, applying: edits)
  }

  /// Returns the file of a new series in a folder of files, including the zones that it uses.
  private func newFile(
    of document: CalendarDocument, _ components: [[UInt8]], like text: ICalendarText
  ) throws(SeriesRefusal.Reason) -> CalendarDocument {
    var definitions: [Int] = []
    for component in document.text.eventComponents {
      for name in document.text.zoneNames(in: component) {
        let definition = document.zones.definition(of: name, for: component, in: document.text)
        if let definition, !definitions.contains(definition) { definitions.append(definition) }
      }
    }
    let zones = definitions.flatMap { Array(document.text.bytes(ofComponent: $0)) }
    let (head, tail) = EventWriter.calendarLines
    let bytes =
      ICalendarText.bytes(ofNewLines: head) + ICalendarText.bytes(ofLines: zones + components.flatMap { $0 })
      + ICalendarText.bytes(ofNewLines: tail)
    do {
      return try document.rereading(bytes)
    } catch {
      throw .edit(.tooLarge)
    }
  }
}

extension CalendarDocument {
  /// Returns the bytes of the components with the given UID: the master first, then its overrides in file
  /// order.
  fileprivate func components(of uid: ByteString) -> [[UInt8]] {
    var componentBytes: [(WallTime?, [UInt8])] = []
    for (event, component) in zip(events, components) where event.id.uid == uid {
      let bytes = Array(text.bytes(ofComponent: component))
      if case .changed(let original, _) = event.series {
        componentBytes.append((original.wall, bytes))
      } else {
        componentBytes.insert((nil, bytes), at: 0)
      }
    }
    return componentBytes.map(\.1)
  }
}
