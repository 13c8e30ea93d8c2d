import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Changes by another program, which are shown only when they delay no frame.
@MainActor @Suite struct ExternalChangeTests {
  /// Holds changes back until it is opened. A window holds them back while it is drawing a frame.
  @MainActor private final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    var waitingCount: Int { waiting.count }

    func wait() async { await withCheckedContinuation { waiting.append($0) } }

    func open() {
      let continuations = waiting
      waiting = []
      continuations.forEach { $0.resume() }
    }
  }

  private let folder: URL
  private let file: URL
  private let session: CalendarSession
  private let gate = Gate()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent("day.ics")
    let store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.appendingPathComponent("kept").path)
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: store)
  }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  /// Replaces the file, as another program would.
  private func write(titles: String...) throws {
    let events = titles.enumerated().map { number, title in
      "BEGIN:VEVENT\r\nUID:\(number)\r\nDTSTAMP:20250101T000000Z\r\nDTSTART:20260105T\(10 + number)0000Z\r\n"
        + "DURATION:PT1H\r\nSUMMARY:\(title)\r\nEND:VEVENT\r\n"
    }
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//handspan//tests//EN\r\n"
    try (head + events.joined() + "END:VCALENDAR\r\n").write(to: file, atomically: true, encoding: .utf8)
  }

  private var shownOccurrences: [Occurrence] {
    Day("2026-01-05").map { session.occurrences(in: $0..<$0.adding(days: 1)) } ?? []
  }
  private var titles: [String] { shownOccurrences.map(\.event.summary) }

  @Test func changeIsShownBetweenFrames() async throws {
    defer { cleanUp() }
    try write(titles: "Walk", "Rest")
    await session.open([file.path], as: .chosen)
    session.waitForIdleFrame = { [gate] in await gate.wait() }
    var changeCount = 0
    session.onChange = { changeCount += 1 }
    try write(titles: "Walk", "Sleep")
    try await wait("the change is waiting for a gap between two frames") { gate.waitingCount == 1 }
    #expect(changeCount == 0)
    #expect(titles == ["Walk", "Rest"])
    gate.open()
    try await wait("the change is shown") { titles == ["Walk", "Sleep"] }
    #expect(changeCount == 1)
  }

  @Test func changesByOtherProgramsAreReportedSeparately() async throws {
    defer { cleanUp() }
    try write(titles: "Walk", "Rest")
    await session.open([file.path], as: .chosen)
    var (changeCount, externalChangeCount) = (0, 0)
    session.onChange = { changeCount += 1 }
    session.onExternalChange = { externalChangeCount += 1 }
    try write(titles: "Walk", "Sleep")
    try await wait("the change is shown") { titles == ["Walk", "Sleep"] }
    #expect((changeCount, externalChangeCount) == (0, 1))
    let walk = try #require(shownOccurrences.first)
    session.apply(
      walk.edit(.move(walk.times.moved(toStart: walk.start.wall.adding(minutes: 30), in: .utc))))
    #expect((changeCount, externalChangeCount) == (1, 1))
    try await wait("the edit is saved") { session.isSaved }
  }

  @Test func onlyTheNewestOfSeveralWaitingChangesIsShown() async throws {
    defer { cleanUp() }
    try write(titles: "Walk", "Rest")
    await session.open([file.path], as: .chosen)
    session.waitForIdleFrame = { [gate] in await gate.wait() }
    var changeCount = 0
    session.onChange = { changeCount += 1 }
    for title in ["Sleep", "Dream"] {
      try write(titles: "Walk", title)
      try await wait("the change is waiting for a gap between two frames") {
        session.waitingEvents.contains { event in
          guard case .changedExternally(let snapshot) = event else { return false }
          return snapshot.events.contains { $0.summary == title }
        }
      }
    }
    #expect(titles == ["Walk", "Rest"])
    #expect(gate.waitingCount == 1)
    gate.open()
    try await wait("the changes are shown") { titles == ["Walk", "Dream"] }
    #expect((changeCount, gate.waitingCount) == (1, 0))
  }

  @Test func editMadeWhileAChangeIsWaitingStaysVisible() async throws {
    defer { cleanUp() }
    try write(titles: "Walk", "Rest")
    await session.open([file.path], as: .chosen)
    session.waitForIdleFrame = { [gate] in await gate.wait() }
    try write(titles: "Walk", "Sleep")
    try await wait("the change is waiting for a gap between two frames") { gate.waitingCount == 1 }
    let walk = try #require(shownOccurrences.first)
    session.apply(
      walk.edit(.move(walk.times.moved(toStart: walk.start.wall.adding(minutes: 30), in: .utc))))
    try await wait("the edit is on disk") {
      (try? String(contentsOf: file, encoding: .utf8))?.contains("20260105T103000") == true
    }
    gate.open()
    try await wait("the edit is reported as saved") { session.isSaved }
    #expect(titles == ["Walk", "Sleep"])
    #expect(shownOccurrences.map(\.start.wall.secondOfDay) == [37_800, 39_600])
  }
}
