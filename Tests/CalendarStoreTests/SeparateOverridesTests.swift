import CalendarModel
import CalendarText
import Glibc
import Testing

@testable import CalendarStore

/// Changed occurrences in a different file from their series: some programs write one file for each
/// component.
@Suite struct SeparateOverridesTests {
  let folder = TemporaryFolder()

  private static let series = Samples.calendar(
    Samples.event(uid: "run", summary: "Run", more: ["RRULE:FREQ=DAILY;COUNT=3"]))
  private static func override(_ uid: String = "run", hour: String = "14") -> String {
    Samples.calendar(
      Samples.event(
        uid: uid, summary: "Late run", start: "DTSTART:20260106T\(hour)0000Z",
        end: "DTEND:20260106T\(hour)1500Z",
        more: ["RECURRENCE-ID:20260106T090000Z"]))
  }

  private func occurrenceTexts(_ snapshot: StoreSnapshot) throws -> [String] {
    try occurrenceTexts(of: snapshot.index)
  }

  /// The occurrences of the series without an override.
  private static let withoutOverride = [
    "2026-01-05T09:00:00 Run", "2026-01-06T09:00:00 Run", "2026-01-07T09:00:00 Run",
  ]
  /// The occurrences of the series with the override.
  private static let withOverride = [
    "2026-01-05T09:00:00 Run", "2026-01-06T14:00:00 Late run", "2026-01-07T09:00:00 Run",
  ]

  @Test(arguments: ["a.ics", "z.ics"]) func overrideReplacesItsOriginal(name: String) async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Self.series, to: "home/series.ics")
    try folder.write(Self.override(), to: "home/\(name)")
    let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open([path])
    #expect(try occurrenceTexts(snapshot) == Self.withOverride)
    // An index that is built from the events alone gives the same result.
    #expect(
      try occurrenceTexts(of: OccurrenceIndex(events: snapshot.events, zone: .utc)) == Self.withOverride)
  }

  private func occurrenceTexts(of index: OccurrenceIndex) throws -> [String] {
    let (from, to) = (try #require(Day("2026-01-01")), try #require(Day("2026-02-01")))
    return index.occurrences(in: from..<to).map { "\($0.start.wall) \($0.event.summary)" }
  }

  @Test func overrideInAnotherCalendarOrWithADifferentUIDReplacesNothing() async throws {
    let paths = [try folder.makeFolder("home"), try folder.makeFolder("work")]
    try folder.write(Self.series, to: "home/series.ics")
    try folder.write(Self.override("walk"), to: "home/other.ics")
    try folder.write(Self.override(hour: "15"), to: "work/a.ics")
    let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open(paths)
    #expect(
      try occurrenceTexts(snapshot) == [
        Self.withoutOverride[0], Self.withoutOverride[1], "2026-01-06T14:00:00 Late run",
        "2026-01-06T15:00:00 Late run",
        Self.withoutOverride[2],
      ])
  }

  @Test func overrideAppearsAndDisappearsWithItsFile() async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Self.series, to: "home/series.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    #expect(try occurrenceTexts(await store.open([path])) == Self.withoutOverride)
    try folder.write(Self.override(), to: "home/a.ics")
    await store.handle(.changed(folder: ByteString(path), names: ["a.ics"]))
    #expect(try occurrenceTexts(await store.snapshot()) == Self.withOverride)
    #expect(remove(folder.path("home/a.ics")) == 0)
    await store.handle(.changed(folder: ByteString(path), names: ["a.ics"]))
    #expect(try occurrenceTexts(await store.snapshot()) == Self.withoutOverride)
  }

  @Test func overrideReplacesItsOriginalInAnEditedCopyOfTheIndex() async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Self.series, to: "home/series.ics")
    try folder.write(Self.override(), to: "home/a.ics")
    var index = await CalendarStore(displayZone: .utc, isWatching: false).open([path]).index
    let override = try #require(index.events.first { $0.id.recurrenceID != nil })
    #expect(override.id.file == "a.ics", "the override does not belong to its own file")
    index.remove(override.id)
    #expect(try occurrenceTexts(of: index) == Self.withoutOverride)
    index.update(override)
    #expect(try occurrenceTexts(of: index) == Self.withOverride)
  }

  @Test func overrideDoesNotAffectACopyOfItsSeriesInAnotherFile() async throws {
    let path = try folder.makeFolder("home")
    let seriesAndOverride = Samples.calendar(
      Samples.event(uid: "run", summary: "Run", more: ["RRULE:FREQ=DAILY;COUNT=3"]),
      Samples.event(
        uid: "run", summary: "Late run", start: "DTSTART:20260106T140000Z", end: "DTEND:20260106T141500Z",
        more: ["RECURRENCE-ID:20260106T090000Z"]))
    try folder.write(seriesAndOverride, to: "home/a.ics")
    try folder.write(Self.series, to: "home/b.ics")
    let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open([path])
    #expect(try occurrenceTexts(snapshot).sorted() == (Self.withOverride + Self.withoutOverride).sorted())
  }

  @Test func sameUIDInTwoFilesGivesTwoEventsAndIsReportedByACheck() async throws {
    // khal shows both events, and vdirsyncer rejects such a folder; see
    // docs/decisions/identity.md.
    let path = try folder.makeFolder("home")
    try folder.write(
      Samples.calendar(Samples.event(uid: "run", summary: "New", more: ["SEQUENCE:2"])), to: "home/a.ics")
    try folder.write(
      Samples.calendar(Samples.event(uid: "run", summary: "Old", more: ["SEQUENCE:1"])), to: "home/b.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    #expect(await store.open([path]).events.map(\.summary).sorted() == ["New", "Old"])
    #expect(
      await store.check().map { $0.diagnostic(.source) } == [
        "\(path)/b.ics: An event in “a.ics” has the same UID, “run”."
      ])

    try folder.write(Self.series, to: "home/a.ics")
    try folder.write(Self.override(), to: "home/b.ics")
    await store.open([path])
    #expect(await store.check().isEmpty, "a changed occurrence was reported as a second event")
  }
}
