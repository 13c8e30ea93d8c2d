import CalendarModel
import ICalendar

// Edits of an occurrence and the following ones: the series is split there, and the edit is one of all in the
// new half.
extension SeriesEditing {
  func planOfFollowing(
    _ edit: EventEdit, of content: SeriesContent, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    let isDeletion = if case .delete = edit.change { true } else { false }
    guard content.hasEarlier else {
      return isDeletion
        ? try planOfDeletion(of: edit, in: document) : try planOfAll(edit, of: content, in: &document)
    }
    guard !isInvitation(content, in: document.text) else { throw .invitation }
    for rule in content.recurrence.rules { if let part = rule.unsupported { throw .unsupported(part) } }
    let parts = try SeriesSplit(content, in: document)
    var plan = SeriesPlan(anchor: content.lastComponent)
    if isDeletion {
      for override in content.overrides where override.wall >= content.wall {
        plan.remove(override.part, of: document)
      }
    } else {
      let event = content.event
      guard edit.change.properties.contains(where: { $0 != event.property($0.kind) }) else { return plan }
      try Self.checked { () throws(EditError) in try check(edit.change, in: content.times) }
      try planNewHalf(edit, of: content, parts, in: &document, to: &plan)
    }
    let (text, master) = (document.text, content.master)
    plan.replaced[master.component] = text.bytes(
      ofComponent: master.component,
      applying: parts.edits(ofOldHalf: true, zones: &document.zones)
        + StampWriter(text: text, lines: master.lines).edits(stamp, isRevision: true))
    return plan
  }

  /// Whether somebody else organizes the series: a split would make a second invitation of it.
  private func isInvitation(_ content: SeriesContent, in text: ICalendarText) -> Bool {
    text.ownLines(of: content.master.component).joined().contains { index in
      guard let line = text.line(index), line.name == "ORGANIZER" else { return false }
      return !ownAddresses.contains(
        String(decoding: TimeValue.trimmed(line.value), as: UTF8.self).lowercased())
    }
  }

  /// Writes the new half as a series of its own, which begins at the occurrence's original start, and edits
  /// all of that.
  private func planNewHalf(
    _ edit: EventEdit, of content: SeriesContent, _ parts: SeriesSplit, in document: inout CalendarDocument,
    to plan: inout SeriesPlan
  ) throws(SeriesRefusal.Reason) {
    guard !content.recurrence.hasExceptionRules else { throw .exceptionRule }
    guard content.recurrence.rules.count <= 1 else { throw .severalRules }
    guard !edit.target.uid.isEmpty, newSeries.uid != edit.target.uid else { throw .ambiguous }
    // An override that reaches on from here becomes the new series itself.
    let base = content.overrides.filter { $0.wall == content.wall && $0.isThisAndFuture }
    let later = content.overrides.filter {
      $0.wall >= content.wall && !($0.wall == content.wall && $0.isThisAndFuture)
    }
    for override in base { plan.remove(override.part, of: document) }
    let rest = try rest(of: content, parts, later, in: &document)
    var change = edit.change
    if change.times == nil, let start = content.template?.times, start.start != content.original {
      change = .set(change.properties + [.times(start)])
    }
    let half = EventEdit(
      target: EventID(calendar: document.calendar, file: newSeries.file, uid: newSeries.uid),
      occurrence: content.original, scope: .all, change: change)
    let inner = SeriesEditing(
      newSeries: newSeries, ownAddresses: ownAddresses, stamp: stamp, writesStamps: false)
    var whole = rest
    let halfContent = try SeriesContent(of: half, in: &whole)
    guard halfContent.recurrence.hasSameInstances(as: content.recurrence, from: content.wall) else {
      throw content.isMadeByRule ? .cannotFollow : .addedDate
    }
    let (result, applied) = try inner.result(of: half, in: rest)
    guard let start = result.events.first(where: { $0.id == half.target })?.times.start else {
      throw .cannotFollow
    }
    if let last = content.lastBefore, start.time(in: .utc).instant <= last { throw .beforeStaying }
    let components = result.components(of: newSeries.uid)
    guard let master = components.first else { throw .cannotFollow }
    let text = document.text
    if newSeries.file == document.file {
      plan.added = [master]
      plan.zones = applied.zonesBefore.flatMap(\.after)
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

  /// The part of the series from the occurrence on, before it is edited: the master and later overrides.
  private func rest(
    of content: SeriesContent, _ parts: SeriesSplit, _ later: [SeriesContent.Override],
    in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> CalendarDocument {
    let text = document.text
    var master: [UInt8]
    do {
      master = try newMaster(of: content, parts, in: &document)
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
    let bytes = ICalendarText.bytes(ofNew: head) + zones + master + ICalendarText.bytes(ofNew: tail)
    do {
      return try CalendarDocument(
        bytes: bytes, calendar: document.calendar, file: newSeries.file, zones: document.system)
    } catch {
      throw .edit(.tooLarge)
    }
  }

  /// The new UID, and stamps as of a new event.
  private func identityEdits(of part: SeriesContent.Part, in text: ICalendarText) -> [LineEdit] {
    var edits = StampWriter(text: text, lines: part.lines).edits(stamp, isRevision: false)
    if let line = part.lines.uid {
      edits.append(.setValue(line: line, value: Text.escape(newSeries.uid.text)))
    }
    if let line = part.lines.sequence { edits.append(.setValue(line: line, value: Array("0".utf8))) }
    return edits
  }

  private func newMaster(
    of content: SeriesContent, _ parts: SeriesSplit, in document: inout CalendarDocument
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
      Array("RELATED-TO".utf8) + Parameter.text("RELTYPE", "SIBLING") + Array(":".utf8)
      + Text.escape(content.master.event.id.uid.text)
    edits.append(.insert(after: uid, line: sibling))
    var event = base.event
    event.times = SeriesWriting.times(startingAt: content.original, like: times)
    if times.start == content.original { event.times = times }
    edits += try lineEdits(from: base.event, to: event, base, in: text)
    let rule = parts.edits(ofOldHalf: false, zones: &document.zones)
    guard base.index != content.master.index else {
      return text.bytes(ofComponent: base.component, applying: edits + rule)
    }
    edits += (lines.recurrence + [lines.recurrenceID].compactMap { $0 }).map { .remove(line: $0) }
    let master = text.bytes(ofComponent: content.master.component, applying: rule)
    guard let master = try? ICalendarText(master) else { throw .tooLarge }
    for index in master.ownLines(of: 0).joined() {
      guard let line = master.line(index), ["RRULE", "RDATE", "EXDATE"].contains(line.name) else { continue }
      edits.append(.insert(after: startLine, line: Array(line.bytes)))
    }
    return text.bytes(ofComponent: base.component, applying: edits)
  }

  /// The file of a new series in a folder of files, with the zones that it uses.
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
      ICalendarText.bytes(ofNew: head) + ICalendarText.bytes(ofLines: zones + components.flatMap { $0 })
      + ICalendarText.bytes(ofNew: tail)
    do {
      return try half.rereading(bytes)
    } catch {
      throw .edit(.tooLarge)
    }
  }
}

/// What each half of a split series has of the master's RRULE, RDATE and EXDATE.
struct SeriesSplit {
  private let text: ICalendarText
  private let content: SeriesContent
  /// The rules with their lines, and their dates before the split.
  private let rules: [(line: Int, rule: RecurrenceRule, before: [WallTime])]

  init(_ content: SeriesContent, in document: CalendarDocument) throws(SeriesRefusal.Reason) {
    (self.content, text) = (content, document.text)
    let lines = content.master.lines.recurrence.filter { document.text.line($0)?.name == "RRULE" }
    // A rule that cannot be read cannot be split.
    guard lines.count == content.recurrence.rules.count else { throw .unreadable }
    var rules: [(line: Int, rule: RecurrenceRule, before: [WallTime])] = []
    for (index, (line, rule)) in zip(lines, content.recurrence.rules).enumerated() {
      let start = content.start.wall
      let expansion = content.recurrence.starts(ofRule: index, in: start..<max(start, content.wall))
      guard expansion.end == .complete else { throw .tooLong }
      rules.append((line, rule, expansion.starts))
    }
    self.rules = rules
  }

  /// The lines to change in the master for one of the halves.
  func edits(ofOldHalf isOld: Bool, zones: inout DocumentZones) -> [LineEdit] {
    var edits: [LineEdit] = []
    for (line, rule, before) in rules {
      guard let written = text.line(line)?.value else { continue }
      var half = rule
      if isOld {
        guard let last = before.last else {
          edits.append(.remove(line: line))
          continue
        }
        if rule.count != nil {
          half.count = before.count
        } else {
          half.until = .init(endingAt: content.start.with(wall: last))
        }
      } else if let count = rule.count {
        guard count > before.count else {
          edits.append(.remove(line: line))
          continue
        }
        half.count = count - before.count
      }
      guard half != rule else { continue }
      edits.append(.setValue(line: line, value: RuleLine.value(written, changing: rule, to: half)))
    }
    let split = content.wall
    return edits
      + DateLists(text: text, lines: content.master.lines, start: content.start)
      .edits(zones: &zones, keepsUnreadable: isOld) { name, wall, isWholeDay in
        // A day on which no occurrence is may have some on both sides of the split.
        if isWholeDay { return isOld ? wall.day <= split.day : wall.day >= split.day }
        if isOld { return wall < split }
        // The new half begins with the split, so that RDATE need not name it.
        return name == "RDATE" ? wall > split : wall >= split
      }
  }
}

extension SeriesContent {
  /// Whether any occurrence stays before this one.
  var hasEarlier: Bool {
    overrides.contains { $0.wall < wall } || lastBefore != nil
  }

  /// When the last of the instances before this one starts.
  var lastBefore: Instant? {
    let earliest = WallTime(.earliest).adding(days: -1)
    let instances = recurrence.instances(in: earliest..<max(earliest, wall)).starts
    return instances.last.flatMap { series.instance(originally: $0.start.wall) }?.times.start
      .time(in: .utc).instant
  }

  /// The times that the occurrence would have without an override of its own, and the event that it would
  /// have its text from.
  var template: (times: EventTimes, part: Part)? {
    guard let instance = series.instance(originally: wall) else { return nil }
    let parts = [master] + overrides.map(\.part)
    return parts.first { $0.event.id == instance.example.id }.map { (instance.times, $0) }
  }

  var isMadeByRule: Bool {
    recurrence.rules.indices.contains { index in
      !recurrence.starts(ofRule: index, in: wall..<wall.adding(seconds: 1)).starts.isEmpty
    }
  }
}

extension CalendarDocument {
  /// The bytes of the components of a UID, the series first, then its overrides by original start.
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
