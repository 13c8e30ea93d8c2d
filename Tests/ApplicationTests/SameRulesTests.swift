import BackendTestSupport
import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore
@testable import Handspan

/// The command line and the window follow the same rules: they ask the same question, refuse the same changes for the
/// same reasons, and write the same bytes.
@MainActor @Suite struct SameRulesTests {
  enum Kind: String, CaseIterable, Sendable { case file, local, server }
  enum People: String, CaseIterable, Sendable { case none, mine, invited, unknown }
  enum Edit: String, CaseIterable, Sendable { case move, stretch, delete }

  struct Example: CustomTestStringConvertible, Sendable {
    let kind: Kind
    let people: People
    let edit: Edit
    /// Nil for an event that does not repeat.
    let scope: EventEdit.Scope?

    var testDescription: String {
      "\(edit) \(scope.map { "\($0)" } ?? "a single event") in a \(kind) calendar, people: \(people)"
    }
  }

  nonisolated static let examples = Kind.allCases.flatMap { kind in
    People.allCases.flatMap { people in
      Edit.allCases.flatMap { edit in
        ([nil] + EventEdit.Scope.allCases).map { Example(kind: kind, people: people, edit: edit, scope: $0) }
      }
    }
  }

  /// What came of a change.
  struct Outcome: Equatable {
    /// Why the change was not made, as a command says it; nil if it was.
    var refusal: String?
    /// The lines of all objects, without the identifiers and times that differ each time.
    var objects: [[String]]
  }

  @Test func thereAreEnoughExamples() { #expect(Self.examples.count >= 120) }

  @Test(arguments: examples) func commandAndWindowAgree(_ example: Example) async throws {
    let baseline = try Fixture(example)
    defer { baseline.cleanUp() }
    let before = try await baseline.outcome(nil)
    for mayNotify in [false, true] {
      let command = try await command(example, mayNotify: mayNotify)
      let window = try await window(example, mayNotify: mayNotify)
      #expect(command == window, "may notify: \(mayNotify)")
      #expect((command.refusal == nil) == (command.objects != before.objects))
      // Only a server can notify anybody.
      let mayAsk = example.kind == .server && example.people != .none
      if !mayNotify, example.scope == nil { #expect((command.refusal != nil) == mayAsk) }
    }
  }

  private func command(_ example: Example, mayNotify: Bool) async throws -> Outcome {
    let fixture = try Fixture(example)
    defer { fixture.cleanUp() }
    var access = StoreAccess(fixture.store, opening: [fixture.id.key])
    let events = try #require(try access.events(uid: "meeting").first)
    let start = example.scope.map { _ in Fixture.time(7, 9) }
    let event = try #require(start.map { events.occurrence(originallyAt: $0, in: .utc) } ?? events.first)
    let eventToEdit = EventToEdit(
      access: access, event: event, series: events, consent: mayNotify ? .everyone : .nobody,
      originalStart: start, scope: example.scope ?? .thisOccurrence)
    var refusal: String?
    do { try eventToEdit.perform(fixture.change(example)) } catch let failure as CommandFailure {
      refusal = failure.message
    }
    return try await fixture.outcome(refusal)
  }

  private func window(_ example: Example, mayNotify: Bool) async throws -> Outcome {
    let fixture = try Fixture(example)
    defer { fixture.cleanUp() }
    let session = CalendarSession(
      phrases: Phrases(), displayZone: .utc, store: fixture.store, accounts: fixture.backend)
    var refusal: String?
    session.reports.observer = { if case .failure(let text, _) = $0 { refusal = text } }
    session.people.ask = { question, answer in
      if !mayNotify {
        let location = fixture.store.location(of: question.calendar)
        refusal = CommandFailure.failed(.consentNeeded(location, question.notification)).message
      }
      answer(mayNotify ? .allow : .decline)
    }
    await session.open(example.kind == .file ? [fixture.id.key] : [], as: .ownCalendars)
    session.listed.startAccounts()
    for _ in 0..<1_000 where session.index.events.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let event = try #require(session.index.events.first)
    session.apply(
      EventEdit(
        target: event.id, originalStart: example.scope.map { _ in Fixture.time(7, 9) },
        scope: example.scope ?? .thisOccurrence, change: fixture.change(example)))
    #expect(await session.finishSaving().isEmpty)
    return try await fixture.outcome(refusal)
  }

  /// A calendar with one event or series.
  @MainActor private final class Fixture {
    let backend = MemoryBackend()
    let store: CalendarStore
    let id: CalendarID
    private let folder: URL
    private let isFile: Bool

    init(_ example: Example) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
      let calendar = folder.appendingPathComponent("calendar")
      try FileManager.default.createDirectory(at: calendar, withIntermediateDirectories: true)
      isFile = example.kind == .file
      let text = Self.text(example)
      if isFile {
        id = CalendarID(calendar.path)
        try Data(text.utf8).write(to: calendar.appendingPathComponent("meeting.ics"))
      } else {
        id = backend.add("work", hasSeparateObjects: true)
        backend.put(text, as: "meeting.ics", in: id)
        if example.kind == .local { backend.setLocal(id) }
        backend.setListedCalendars([ListedCalendar(id: id, name: "work")])
      }
      store = CalendarStore(
        displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path + "/kept",
        stateFolder: folder.path + "/state", backends: [backend])
      let addresses: [People: String] = [.mine: "ada@example.org", .invited: "ben@example.org"]
      store.setUserAddresses(Set([addresses[example.people]].compactMap(\.self)))
    }

    func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    private static func text(_ example: Example) -> String {
      let people = [
        "ORGANIZER:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org",
        "ATTENDEE:mailto:eve@example.org",
      ]
      return
        ([
          "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:meeting",
          "DTSTAMP:20250101T000000Z",
          "SEQUENCE:1", "DTSTART:20260105T090000Z", "DTEND:20260105T100000Z",
        ] + (example.scope == nil ? [] : ["RRULE:FREQ=DAILY;COUNT=5"])
        + (example.people == .none ? [] : people)
        + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    }

    static func time(_ day: Int, _ hour: Int) -> EventTime {
      .utc(WallTime(Day(year: 2026, month: 1, day: day) ?? .earliest, hour: hour, minute: 0))
    }

    func change(_ example: Example) -> EventEdit.Change {
      let day = example.scope == nil ? 5 : 7
      return switch example.edit {
      case .move: .move(EventTimes(start: Self.time(day, 14), end: .time(Self.time(day, 15))))
      case .stretch: .resizeEnd(EventTimes(start: Self.time(day, 9), end: .time(Self.time(day, 12))))
      case .delete: .delete
      }
    }

    func outcome(_ refusal: String?) async throws -> Outcome {
      let texts: [String]
      if isFile {
        texts = try FileManager.default.contentsOfDirectory(atPath: id.path).filter { $0.hasSuffix(".ics") }
          .map {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: id.path + "/" + $0)), as: UTF8.self)
          }
      } else {
        texts = backend.names(in: id).map { backend.text($0, in: id) ?? "" }
      }
      let varying = ["UID:", "DTSTAMP:", "LAST-MODIFIED:", "CREATED:", "RELATED-TO", "X-HANDSPAN"]
      let objects = texts.map { text in
        text.split(separator: "\r\n").map(String.init).filter { line in
          !varying.contains { line.hasPrefix($0) }
        }
      }
      return Outcome(refusal: refusal, objects: objects.sorted { $0.joined() < $1.joined() })
    }
  }
}
