import CalendarDocument
import CalendarModel
import TestExtent
import Testing

/// The properties of an occurrence that the user sees. The start and the length, which is measured in
/// wall-clock time, are in seconds.
private struct VisibleOccurrence: Hashable {
  var start: Int
  var length: Int
  var summary: String
}

/// An occurrence of a series, with the event that defines it.
private struct SeriesOccurrence {
  let originalStart: EventTime
  let times: EventTimes
  let event: CalendarEvent
  let isOverride: Bool
  /// Whether the occurrence takes place at its original time.
  let isInPlace: Bool

  var visible: VisibleOccurrence { VisibleOccurrence(times, event.summary) }
}

extension VisibleOccurrence {
  fileprivate init(_ times: EventTimes, _ summary: String) {
    let (start, end) = times.resolved(in: .utc)
    let length = times.wallLength ?? end.instant.seconds(since: start.instant)
    self.init(start: start.instant.seconds, length: length, summary: summary)
  }
}

/// Random edits to random series: an edit changes the occurrences in its scope and no others.
@Suite struct SeriesPropertyTests {
  private static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
    "FREQ=WEEKLY;BYDAY=TU,WE,FR", "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=5", "FREQ=MONTHLY;BYMONTHDAY=-2",
    "FREQ=YEARLY", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=DAILY;BYHOUR=9,12",
  ]

  private struct RandomSeries {
    var lines: [String]
    var firstStart: EventTime

    var isYearly: Bool { lines.contains { $0.contains("FREQ=YEARLY") } }

    /// Whether an occurrence of a yearly series comes from its rule. Dates from RDATE are on other days.
    func isDateOfRule(_ occurrence: SeriesOccurrence) -> Bool {
      let (day, first) = (occurrence.originalStart.wall.day, firstStart.wall.day)
      return day.month == first.month && day.dayOfMonth == first.dayOfMonth
    }
  }

  private func randomSeries(_ random: inout SeededRandom) throws -> RandomSeries {
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    let day = try #require(Day(year: 2026, month: 1 + random.below(12), day: 1 + random.below(28)))
    let rule = Self.rules[random.below(Self.rules.count)]
    // The starts are 9:00, two times near Berlin's clock changes at 2:00 and 3:00, and 22:00 for overnight events.
    let (minute, length) =
      rule.contains("BYHOUR")
      ? (540, 3600) : [(540, 3600), (150, 3600), (90, 3600), (1320, 28_800)][random.below(4)]
    let wall = WallTime(day).adding(minutes: minute)
    let firstStart: EventTime =
      switch random.below(rule.contains("BYHOUR") ? 3 : 4) {
      case 0: .zoned(wall, berlin)
      case 1: .utc(wall)
      case 2: .floating(wall)
      default: .date(day)
      }
    let count = 3 + random.below(12)
    var ending = ";COUNT=\(count)"
    let value = try RecurrenceRule(parsing: rule + ending)
    let dates = Recurrence(start: firstStart, rules: [value]).instances(
      in: wall.adding(days: -2)..<wall.adding(days: 40_000)
    ).starts.map(\.start)
    if random.below(2) == 0, let last = dates.last {
      ending = ";UNTIL=\(RecurrenceRule.Until(endingAt: last))"
    }
    var lines = ["BEGIN:VEVENT", "UID:s", "DTSTAMP:20250101T000000Z", "SEQUENCE:1"]
    lines += [
      line("DTSTART", firstStart), end(of: firstStart, length), "RRULE:\(rule)\(ending)", "SUMMARY:Series",
    ]
    var overrideLines: [String] = []
    for date in dates {
      switch random.below(9) {
      case 0: lines.append(line("EXDATE", date))
      case 1:
        overrideLines += ["BEGIN:VEVENT", "UID:s", line("RECURRENCE-ID", date), "DTSTAMP:20250101T000000Z"]
        let isMoved = random.below(2) == 0
        let start = isMoved ? date.with(wall: date.wall.adding(seconds: date.isDate ? 86_400 : 5400)) : date
        overrideLines += [
          line("DTSTART", start), end(of: start, length), "SUMMARY:\(isMoved ? "Series" : "Own")",
        ]
        overrideLines.append("END:VEVENT")
      case 2: lines.append(line("RDATE", date.with(wall: date.wall.adding(seconds: 100_000))))
      default: break
      }
    }
    let other = [
      "BEGIN:VEVENT", "UID:o", "DTSTAMP:20250101T000000Z", "DTSTART:20260101T000000Z", "END:VEVENT",
    ]
    return RandomSeries(lines: lines + ["END:VEVENT"] + other + overrideLines, firstStart: firstStart)
  }

  private func end(of start: EventTime, _ length: Int) -> String {
    line("DTEND", start.with(wall: start.shownWall.adding(seconds: start.isDate ? 86_400 : length)))
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

  /// Returns the occurrences of all series in a file, sorted by their original start.
  private func occurrences(in document: CalendarDocument) throws -> [SeriesOccurrence] {
    let allTime = Instant(seconds: 0)..<Instant(seconds: 10_000_000_000)
    var occurrences: [SeriesOccurrence] = []
    for master in document.events where master.id.uid != "o" {
      // After a split, a part with only one occurrence may have no rule.
      if master.repetition == .once {
        occurrences.append(
          SeriesOccurrence(
            originalStart: master.times.start, times: master.times, event: master, isOverride: false,
            isInPlace: true))
      }
      guard case .master(let recurrence) = master.series else { continue }
      let changes = document.events.filter { $0.id.uid == master.id.uid && $0.id.recurrenceID != nil }
      let series = try #require(Series(master: master, changes: Array(changes), displayZone: .utc))
      for instance in series.instances(startingIn: allTime).instances {
        let (times, event) = try #require(series.instance(originallyAt: instance.originalStart))
        occurrences.append(
          SeriesOccurrence(
            originalStart: recurrence.start.with(wall: instance.originalStart), times: times, event: event,
            isOverride: false, isInPlace: true))
      }
      for event in changes {
        guard case .changed(let original, _) = event.series else { continue }
        occurrences.append(
          SeriesOccurrence(
            originalStart: original, times: event.times, event: event, isOverride: true,
            isInPlace: event.times.start == original))
        // Every override replaces an instance of the series.
        #expect(recurrence.contains(original.wall(inFormOf: recurrence.start)), "\(document.fileText)")
      }
    }
    #expect(Set(document.events.map(\.id)).count == document.events.count)
    return occurrences.sorted { $0.originalStart.wall < $1.originalStart.wall }
  }

  @Test func onlyOccurrencesInTheScopeChange() throws {
    var random = SeededRandom(seed: TestExtent.seed(16))
    let rounds = TestExtent.count(2_000, quick: 100)
    var editCount = 0
    for round in 0..<rounds {
      let series = try randomSeries(&random)
      var document = try document(series.lines)
      let originalBytes = document.bytes
      let oldOccurrences = try occurrences(in: document)
      guard !oldOccurrences.isEmpty else { continue }
      let target = oldOccurrences[random.below(oldOccurrences.count)]
      let scope = EventEdit.Scope.allCases[random.below(3)]
      let change = change(of: target, &random)
      let edit = EventEdit(
        target: target.event.id, originalStart: target.originalStart, scope: scope, change: change)
      let comment = "round \(round): \(scope) \(change) of \(target.originalStart)\n"
      let newSeries = EventID(calendar: testCalendar, uid: "new")
      let applied: AppliedSeriesEdit
      do {
        applied = try document.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
      } catch {
        #expect(document.bytes == originalBytes)
        #expect(scope != .thisOccurrence, "\(comment)\(error)")
        continue
      }
      editCount += 1
      let newCounts = try occurrences(in: document).map(\.visible).elementCounts
      let expectedOccurrences = oldOccurrences.compactMap { occurrence in
        result(of: occurrence, target: target, scope: scope, change: change, series: series)
      }
      #expect(
        newCounts == expectedOccurrences.elementCounts,
        "\(comment)\(String(decoding: originalBytes, as: UTF8.self))\n\(document.fileText)")
      #expect(try CalendarDocumentTests.document(file: document.bytes).events == document.events)
      let editedBytes = document.bytes
      try document.revert(applied)
      #expect(document.bytes == originalBytes, "\(comment)")
      try document.reapply(applied)
      #expect(document.bytes == editedBytes, "\(comment)")
    }
    #expect(editCount > rounds / 2)
  }

  private func change(of target: SeriesOccurrence, _ random: inout SeededRandom) -> EventEdit.Change {
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
      return .resizeEnd(EventTimes(start: times.start, end: .time(longer)))
    default:
      let days = (random.below(5) - 2) * 86_400
      let distance = isDate ? (days == 0 ? 86_400 : days) : days + (random.below(9) - 4) * 1800
      return .move(times.starting(at: shifted(times.start, by: distance)))
    }
  }

  /// Returns the visible properties of an occurrence after an edit; nil if the edit deletes the occurrence.
  private func result(
    of occurrence: SeriesOccurrence, target: SeriesOccurrence, scope: EventEdit.Scope,
    change: EventEdit.Change, series: RandomSeries
  ) -> VisibleOccurrence? {
    let isTarget = occurrence.originalStart == target.originalStart
    let isInScope =
      switch scope {
      case .thisOccurrence: isTarget
      case .thisAndFollowing: occurrence.originalStart.wall >= target.originalStart.wall
      case .all: true
      }
    guard isInScope else { return occurrence.visible }
    switch change {
    case .delete: return nil
    case .set:
      var visible = occurrence.visible
      if isTarget || visible.summary == "Series" { visible.summary = "New" }
      return visible
    case .resizeEnd(let times), .move(let times):
      if isTarget { return VisibleOccurrence(times, occurrence.event.summary) }
      guard occurrence.isInPlace else { return occurrence.visible }
      var distance = times.start.wall.seconds(since: target.times.start.wall)
      let hasSeveralWeekdays = series.lines.contains { $0.contains("BYDAY") && !$0.contains("BYSETPOS") }
      if hasSeveralWeekdays,
        occurrence.originalStart.wall.day.weekday != target.originalStart.wall.day.weekday
      {
        // Occurrences on other weekdays change only their time of day.
        let moved = target.originalStart.wall.adding(seconds: distance)
        distance = moved.secondOfDay - target.originalStart.wall.secondOfDay
      }
      var wall = occurrence.times.start.wall.adding(seconds: distance)
      if series.isYearly, series.isDateOfRule(occurrence) {
        // The first date that moves determines the new day of the year, even in years in which the move crosses
        // February 29.
        var first = series.firstStart.wall
        while scope == .thisAndFollowing, first < target.originalStart.wall { first = first.addingYear }
        let day = first.adding(seconds: distance).day
        wall = wall.nearest(month: day.month, dayOfMonth: day.dayOfMonth)
      }
      let start = occurrence.times.start.with(wall: wall)
      let oldLength = VisibleOccurrence(target.times, "").length
      var visible = VisibleOccurrence(EventTimes(start: start, end: .implied), occurrence.event.summary)
      visible.length = occurrence.visible.length + VisibleOccurrence(times, "").length - oldLength
      return visible
    case .resizeStart, .add, .transfer: return occurrence.visible
    }
  }
}

extension WallTime {
  /// The same date and time in the next year. February 29 does not occur in these series.
  fileprivate var addingYear: WallTime {
    Day(year: day.year + 1, month: day.month, day: day.dayOfMonth).map {
      WallTime($0, secondOfDay: secondOfDay)
    }
      ?? adding(days: 366)
  }

  /// The same time on the nearest day that has the given month and day of the month.
  fileprivate func nearest(month: Int, dayOfMonth: Int) -> WallTime {
    let times = (day.year - 1...day.year + 1).compactMap { year in
      Day(year: year, month: month, day: dayOfMonth).map { WallTime($0, secondOfDay: secondOfDay) }
    }
    return times.min { abs($0.seconds(since: self)) < abs($1.seconds(since: self)) } ?? self
  }
}

extension Array where Element: Hashable {
  fileprivate var elementCounts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
