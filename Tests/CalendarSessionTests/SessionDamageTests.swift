import CalendarModel
import CalendarText
import FoundationEssentials
import Glibc
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// A session with a file that another program has truncated or is still writing.
@MainActor @Suite struct SessionDamageTests {
  private let folder: URL
  private let file: URL
  private let session: CalendarSession
  private let completeText = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:walk",
    "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:Walk", "END:VEVENT",
    "BEGIN:VEVENT", "UID:rest", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T180000Z", "DURATION:PT1H",
    "SUMMARY:Rest", "END:VEVENT", "END:VCALENDAR",
  ].map { $0 + "\r\n" }.joined()
  private var truncatedText: String { String(completeText.prefix(completeText.count - 60)) }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent("day.ics")
    let store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.appendingPathComponent("kept").path)
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: store)
  }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  private var shownOccurrences: [Occurrence] {
    Day("2026-01-05").map { session.occurrences(in: $0..<$0.adding(days: 1)) } ?? []
  }

  @Test func truncatedFileCanBeEditedAfterTheUserAcceptsIt() async throws {
    defer { cleanUp() }
    try truncatedText.write(to: file, atomically: false, encoding: .utf8)
    let oldTimes = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, file.path, oldTimes, 0)
    await session.open([file.path], as: .chosen)
    let walk = try #require(shownOccurrences.first)
    #expect(session.damageMessage?.contains("day.ics” is incomplete") == true)
    #expect(session.damagedFile?.canRestore == false)
    // The missing part is reported only as damage, not as an unreadable item.
    #expect(
      session.snapshot?.problems.contains(where: \.affectsContent) == true && session.unreadableItemCount == 0
    )
    #expect(session.refusal(for: walk) == .readOnly)
    #expect(session.calendarForNewEvents == nil)
    await session.resolveDamage(by: .useAsIs)
    try await wait("the file is no longer damaged") { session.damageMessage == nil }
    #expect(session.refusal(for: walk) == nil)
    #expect(session.staleFileMessages.isEmpty)
  }

  @Test func pressingAButtonTwiceRestoresTheFileOnce() async throws {
    defer { cleanUp() }
    try completeText.write(to: file, atomically: false, encoding: .utf8)
    await session.open([file.path], as: .chosen)
    let truncated = folder.appendingPathComponent("new")
    try truncatedText.write(to: truncated, atomically: false, encoding: .utf8)
    let oldTimes = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, truncated.path, oldTimes, 0)
    #expect(rename(truncated.path, file.path) == 0)
    session.rescan()
    try await wait("the file is incomplete") { session.damagedFile?.canRestore == true }
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let presses = (0..<2).map { _ in Task { await session.resolveDamage(by: .restore) } }
    for press in presses { await press.value }
    await session.resolveDamage(by: .restore)
    #expect(notices.count == 1 && notices.first?.contains("is kept in") == true, "\(notices)")
    #expect(try String(contentsOf: file, encoding: .utf8) == completeText)
  }

  @Test func editIsShownWhileAnotherProgramWritesTheFileAndSavedAfterward() async throws {
    defer { cleanUp() }
    try completeText.write(to: file, atomically: false, encoding: .utf8)
    await session.open([file.path], as: .chosen)
    let descriptor = Glibc.open(file.path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    let (firstBytes, remainingBytes) = (
      Array(truncatedText.utf8), Array(completeText.utf8.dropFirst(truncatedText.utf8.count))
    )
    #expect(write(descriptor, firstBytes, firstBytes.count) == firstBytes.count)
    let walk = try #require(shownOccurrences.first)
    session.apply(
      walk.edit(.move(walk.times.moved(toStart: walk.start.wall.adding(minutes: 30), in: .utc))))
    try await wait("the failure is reported") { session.saveFailureMessage != nil }
    #expect(session.saveFailureMessage?.contains("is being written by another program") == true)
    #expect(shownOccurrences.map(\.start.wall.secondOfDay) == [9 * 3600 + 1800, 18 * 3600])
    #expect(try String(contentsOf: file, encoding: .utf8) == truncatedText)
    #expect(write(descriptor, remainingBytes, remainingBytes.count) == remainingBytes.count)
    close(descriptor)
    try await wait("the edit is saved automatically") { session.isSaved && session.saveFailureMessage == nil }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("DTSTART:20260105T093000Z") && text.contains("UID:rest"))
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    #expect(shownOccurrences.count == 2)
  }
}
