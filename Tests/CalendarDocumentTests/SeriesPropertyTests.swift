import CalendarDocument
import CalendarModel
import TestExtent
import Testing

/// What the user sees of an occurrence.
private struct Seen: Hashable {
  var start: Int
  var length: Int
  var summary: String
}

/// An occurrence of a series before an edit.
private struct Entry {
  let original: EventTime
  let times: EventTimes
  let event: CalendarEvent
  let isOverride: Bool
  /// Whether it takes place at its original time.
  let isInPlace: Bool

  var seen: Seen { Seen(times, event.summary) }
}

extension Seen {
  fileprivate init(_ times: EventTimes, _ summary: String) {
    let (start, end) = times.resolved(in: .utc)
    self.init(
      start: start.instant.seconds, length: end.instant.seconds(since: start.instant), summary: summary)
  }
}

/// Random series and edits: what an edit leaves alone, and what it does to the rest.
@Suite struct SeriesPropertyTests {
  private static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
    "FREQ=WEEKLY;BYDAY=TU,WE,FR", "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=5", "FREQ=MONTHLY;BYMONTHDAY=-2",
    "FREQ=YEARLY", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=DAILY;BYHOUR=9,12",
  ]

  private struct Example {
    var lines: [String]
    var form: EventTime
  }

  private func example(_ random: inout SeededRandom) throws -> Example {
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    let day = try #require(Day(year: 2026, month: 1 + random.below(12), day: 1 + random.below(28)))
    let wall = WallTime(day, hour: 9)
    let rule = Self.rules[random.below(Self.rules.count)]
    let form: EventTime =
      switch random.below(rule.contains("BYHOUR") ? 3 : 4) {
      case 0: .zoned(wall, berlin)
      case 1: .utc(wall)
      case 2: .floating(wall)
      default: .date(day)
      }
    let count = 3 + random.below(12)
    var ending = ";COUNT=\(count)"
    let value = try RecurrenceRule(parsing: rule + ending)
    let dates = Recurrence(start: form, rules: [value]).instances(
      in: wall.adding(days: -2)..<wall.adding(days: 40_000)
    ).starts.map(\.start)
    if random.below(2) == 0, let last = dates.last {
      ending = ";UNTIL=\(RecurrenceRule.Until(endingAt: last))"
    }
    var lines = ["BEGIN:VEVENT", "UID:s", "DTSTAMP:20250101T000000Z", "SEQUENCE:1"]
    lines += [line("DTSTART", form), end(of: form), "RRULE:\(rule)\(ending)", "SUMMARY:Series"]
    var changed: [String] = []
    for date in dates {
      switch random.below(9) {
      case 0: lines.append(line("EXDATE", date))
      case 1:
        changed += ["BEGIN:VEVENT", "UID:s", line("RECURRENCE-ID", date), "DTSTAMP:20250101T000000Z"]
        let isMoved = random.below(2) == 0
        let start = isMoved ? date.with(wall: date.wall.adding(seconds: date.isDate ? 86_400 : 5400)) : date
        changed += [line("DTSTART", start), end(of: start), "SUMMARY:\(isMoved ? "Series" : "Own")"]
        changed.append("END:VEVENT")
      case 2: lines.append(line("RDATE", date.with(wall: date.wall.adding(seconds: 100_000))))
      default: break
      }
    }
    let other = [
      "BEGIN:VEVENT", "UID:o", "DTSTAMP:20250101T000000Z", "DTSTART:20260101T000000Z", "END:VEVENT",
    ]
    return Example(lines: lines + ["END:VEVENT"] + other + changed, form: form)
  }

  private func end(of start: EventTime) -> String {
    line("DTEND", start.with(wall: start.wall.adding(seconds: start.isDate ? 86_400 : 3600)))
  }

  private func line(_ name: String, _ time: EventTime) -> String {
    func digits(_ text: String) -> String { text.filter { $0 != "-" && $0 != ":" } }
    switch time {
    case .date(let day): return "\(name);VALUE=DATE:\(digits(day.description))"
    case .floating(let wall): return "\(name):\(digits(wall.description))"
    case .utc(let wall): return "\(name):\(digits(wall.description))Z"
    case .zoned(let wall, let zone): return "\(name);TZID=\(zone.identifier):\(digits(wall.description))"
    }
  }

  /// The occurrences of all series of a file, by their original start.
  private func entries(_ document: CalendarDocument) throws -> [Entry] {
    let all = Instant(seconds: 0)..<Instant(seconds: 10_000_000_000)
    var entries: [Entry] = []
    for master in document.events where master.id.uid != "o" {
      // A half that is left with one occurrence may have no rule.
      if master.repetition == .once {
        entries.append(
          Entry(
            original: master.times.start, times: master.times, event: master, isOverride: false,
            isInPlace: true))
      }
      guard case .whole(let recurrence) = master.series else { continue }
      let changes = document.events.filter { $0.id.uid == master.id.uid && $0.id.recurrenceID != nil }
      let series = try #require(Series(master: master, changes: Array(changes), display: .utc))
      for found in series.instances(startingIn: all).instances {
        let (times, event) = try #require(series.instance(originally: found.original))
        entries.append(
          Entry(
            original: recurrence.start.with(wall: found.original), times: times, event: event,
            isOverride: false, isInPlace: true))
      }
      for event in changes {
        guard case .changed(let original, _) = event.series else { continue }
        entries.append(
          Entry(
            original: original, times: event.times, event: event, isOverride: true,
            isInPlace: event.times.start == original))
        // An override names an instance of the rule.
        #expect(recurrence.contains(original.wall(inFormOf: recurrence.start)), "\(document.file)")
      }
    }
    #expect(Set(document.events.map(\.id)).count == document.events.count)
    return entries.sorted { $0.original.wall < $1.original.wall }
  }

  @Test func onlyOccurrencesInTheScopeChange() throws {
    var random = SeededRandom(seed: TestExtent.seed(16))
    let rounds = TestExtent.rounds(600, core: 100)
    var made = 0
    for round in 0..<rounds {
      let example = try example(&random)
      var document = try document(example.lines)
      let original = document.bytes
      let before = try entries(document)
      guard !before.isEmpty else { continue }
      let target = before[random.below(before.count)]
      let scope = EventEdit.Scope.allCases[random.below(3)]
      let change = change(of: target, &random)
      let edit = EventEdit(target: target.event.id, occurrence: target.original, scope: scope, change: change)
      let comment = "round \(round): \(scope) \(change) of \(target.original)\n"
      let newSeries = EventID(calendar: testCalendar, uid: "new")
      let applied: AppliedSeriesEdit
      do {
        applied = try document.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
      } catch {
        #expect(document.bytes == original)
        #expect(scope != .thisOccurrence, "\(comment)\(error)")
        continue
      }
      made += 1
      let after = try entries(document).map(\.seen).counted
      let expected = before.compactMap { entry in
        result(of: entry, target: target, scope: scope, change: change, rule: example.lines)
      }
      #expect(
        after == expected.counted, "\(comment)\(String(decoding: original, as: UTF8.self))\n\(document.file)")
      #expect(try CalendarDocumentTests.document(file: document.bytes).events == document.events)
      let edited = document.bytes
      try document.revert(applied)
      #expect(document.bytes == original, "\(comment)")
      try document.reapply(applied)
      #expect(document.bytes == edited, "\(comment)")
    }
    #expect(made > rounds / 2)
  }

  private func change(of target: Entry, _ random: inout SeededRandom) -> EventEdit.Change {
    let (times, isDate) = (target.times, target.times.isAllDay)
    func shifted(_ time: EventTime, by seconds: Int) -> EventTime {
      time.with(wall: time.wall.adding(seconds: seconds))
    }
    guard case .time(let end) = times.end else { return .delete }
    switch random.below(4) {
    case 0: return .delete
    case 1: return .set([.summary("New")])
    case 2:
      let longer = shifted(end, by: isDate ? 86_400 : 1800)
      return .stretchEnd(EventTimes(start: times.start, end: .time(longer)))
    default:
      let days = (random.below(5) - 2) * 86_400
      let distance = isDate ? (days == 0 ? 86_400 : days) : days + (random.below(9) - 4) * 1800
      return .move(
        EventTimes(start: shifted(times.start, by: distance), end: .time(shifted(end, by: distance))))
    }
  }

  /// What is seen of an occurrence after an edit; nil if it is gone.
  private func result(
    of entry: Entry, target: Entry, scope: EventEdit.Scope, change: EventEdit.Change, rule lines: [String]
  ) -> Seen? {
    let isTarget = entry.original == target.original
    let isMeant =
      switch scope {
      case .thisOccurrence: isTarget
      case .thisAndFollowing: entry.original.wall >= target.original.wall
      case .all: true
      }
    guard isMeant else { return entry.seen }
    switch change {
    case .delete: return nil
    case .set:
      var seen = entry.seen
      if isTarget || seen.summary == "Series" { seen.summary = "New" }
      return seen
    case .stretchEnd(let times), .move(let times):
      if isTarget { return Seen(times, entry.event.summary) }
      guard entry.isInPlace else { return entry.seen }
      var distance = times.start.wall.seconds(since: target.times.start.wall)
      let isSeveral = lines.contains { $0.contains("BYDAY") && !$0.contains("BYSETPOS") }
      if isSeveral, entry.original.wall.day.weekday != target.original.wall.day.weekday {
        // The other weekdays only change their time of day.
        let moved = target.original.wall.adding(seconds: distance)
        distance = moved.secondOfDay - target.original.wall.secondOfDay
      }
      let start = entry.times.start.with(wall: entry.times.start.wall.adding(seconds: distance))
      let old = Seen(target.times, "").length
      var seen = Seen(EventTimes(start: start, end: .implied), entry.event.summary)
      seen.length = entry.seen.length + Seen(times, "").length - old
      return seen
    case .stretchStart, .add, .transfer: return entry.seen
    }
  }
}

extension Array where Element: Hashable {
  fileprivate var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
