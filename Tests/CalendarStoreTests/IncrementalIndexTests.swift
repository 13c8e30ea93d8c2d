import CalendarModel
import Foundation
import TestExtent
import Testing

@testable import CalendarStore

/// The index is updated with each change and always equals a newly built index.
@Suite struct IncrementalIndexTests {
  let folder = TemporaryFolder(inMemory: true)

  private func event(_ uid: Int, hour: Int = 9, more: [String] = []) -> [String] {
    let start = hour < 10 ? "0\(hour)" : "\(hour)"
    return Samples.event(
      uid: "\(uid)", start: "DTSTART:20260105T\(start)0000Z", end: "DTEND:20260105T\(start)3000Z", more: more)
  }

  private func report(_ name: ByteString, in folder: String) -> WatchReport {
    .changed(folder: ByteString(folder), names: [name])
  }

  @Test func externalChangeOfOneEventDoesNotRebuildTheIndex() async throws {
    let path = try folder.write(Samples.calendar((0..<500).flatMap { event($0) }), to: "work.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let openedSnapshot = await store.open([path])
    #expect(await store.incrementalIndex.buildCount == 1)
    try folder.write(
      Samples.calendar((0..<500).flatMap { event($0, hour: $0 == 7 ? 15 : 9) }), to: "work.ics")
    await store.handle(report("work.ics", in: folder.path))
    let changedSnapshot = await store.snapshot()
    #expect(await store.incrementalIndex.buildCount == 1)
    #expect(try changedSnapshot.event("7").startText == "2026-01-05T15:00:00")
    #expect(
      try openedSnapshot.event("7").startText == "2026-01-05T09:00:00", "an earlier snapshot has changed")
    let earlierEvents = Set(openedSnapshot.index.sharedEvents.map(ObjectIdentifier.init))
    #expect(changedSnapshot.index.sharedEvents.count { !earlierEvents.contains(ObjectIdentifier($0)) } == 1)
  }

  @Test func ownEditsDoNotRebuildTheIndex() async throws {
    let subfolder = try folder.makeFolder("many")
    for number in 0..<50 { try folder.write(Samples.calendar(event(number)), to: "many/\(number).ics") }
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let editedEvent = try await store.open([subfolder]).event("7")
    try await store.perform(.edit(editedEvent.moved(minutes: 15)))
    try await store.perform(
      .edit(EventEdit(target: try await store.snapshot().event("8").id, change: .delete)))
    let snapshot = await store.snapshot()
    #expect(await store.incrementalIndex.buildCount == 1)
    #expect(try snapshot.event("7").startText == "2026-01-05T09:15:00")
    #expect(snapshot.events.count == 49)
  }

  @Test func indexEqualsANewOneAfterAnyChanges() async throws {
    var random = SeededRandom(seed: TestExtent.seed(2_026))
    let extra = [[], ["RRULE:FREQ=DAILY;COUNT=3"], ["RECURRENCE-ID:20260106T090000Z"], ["STATUS:CANCELLED"]]
    let subfolder = try folder.makeFolder("many")
    var (events, files) = ([Int: [String]](), [Int: [String]]())
    func randomEvent(_ uid: Int) -> [String] {
      event(
        uid, hour: Int.random(in: 8...17, using: &random), more: extra.randomElement(using: &random) ?? [])
    }
    func write() throws {
      try folder.write(Samples.calendar(events.sorted { $0.key < $1.key }.flatMap(\.value)), to: "work.ics")
    }
    for uid in 0..<30 { (events[uid], files[uid]) = (randomEvent(uid), randomEvent(100 + uid)) }
    try write()
    for (uid, lines) in files { try folder.write(Samples.calendar(lines), to: "many/\(uid).ics") }
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    await store.open([folder.path("work.ics"), subfolder])
    let days = try #require(Day("2026-01-01"))..<(try #require(Day("2026-02-01")))
    for _ in 0..<TestExtent.count(200) {
      let uid = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: events[uid] = randomEvent(uid)
      case 1: events[uid] = nil
      case 2:
        try folder.write(Samples.calendar(randomEvent(100 + uid)), to: "many/\(uid).ics")
        await store.handle(report("\(uid).ics", in: subfolder))
      default:
        unlink(folder.path("many/\(uid).ics"))
        await store.handle(report("\(uid).ics", in: subfolder))
      }
      try write()
      await store.handle(report("work.ics", in: folder.path))
      let snapshot = await store.snapshot()
      let newIndex = OccurrenceIndex(events: snapshot.events, zone: .utc)
      try #require(snapshot.index.occurrences(in: days) == newIndex.occurrences(in: days))
      try #require(Set(snapshot.events) == Set(await store.calendars.flatMap(\.events).map(\.event)))
      for event in snapshot.events { try #require(snapshot.index.event(event.id) == event) }
    }
    #expect(await store.incrementalIndex.buildCount == 1)
  }
}
