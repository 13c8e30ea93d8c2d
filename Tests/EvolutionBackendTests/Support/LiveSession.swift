import CalendarModel
import CalendarText
import Foundation
import Testing

@testable import CalendarSession
@testable import CalendarStore
@testable import EvolutionBackend

/// A session whose only calendar is one that the service synchronizes with the server, and the questions that it asks.
@MainActor
final class LiveSession {
  let fixture: ServiceFixture
  let session: CalendarSession
  let id: CalendarID
  private(set) var unanswered: [(NotificationQuestion, (NotificationAnswer) -> Void)] = []

  /// - Parameters:
  ///   - text: the only object on the server.
  ///   - adjust: returns the description of the calendar's source, given the usual one.
  init(
    _ text: String, emailAddress: String? = nil, adjust: (String) -> String = { $0 }
  ) async throws {
    fixture = try ServiceFixture()
    try await fixture.startServer()
    let backend = fixture.backend()
    let data = adjust(fixture.data(of: "home", name: "Home", color: "#ff0000", emailAddress: emailAddress))
    id = try await fixture.addCalendar("home", data, through: backend)
    try await fixture.put(text, as: "one.ics", in: "home")
    session = CalendarSession(
      phrases: Phrases(), displayZone: .utc, store: fixture.store(backend), accounts: backend)
    session.people.ask = { [weak self] in self?.unanswered.append(($0, $1)) }
    await session.open([], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait("the calendar is not loaded") {
      session.calendars.contains { $0.id == id && $0.state == .ready } && !session.index.events.isEmpty
    }
  }

  /// The text of the only object on the server.
  func serverText() throws -> String {
    let objects = try fixture.objects(in: "home")
    try #require(objects.count == 1)
    return objects.values.first ?? ""
  }

  /// An event that is shown, or an occurrence that was changed.
  func event(changedAt recurrenceID: String? = nil) throws -> CalendarEvent {
    try #require(session.index.events.first { $0.id.recurrenceID == recurrenceID })
  }

  func answer(_ isAllowed: Bool) { unanswered.removeFirst().1(isAllowed ? .allow : .decline) }

  /// Waits until a question is asked, or until a change is saved without one.
  func waitForQuestion() async throws {
    try await wait("there is neither a question nor an answer") { !unanswered.isEmpty || session.isSaved }
  }

  func wait(_ failure: Comment, until condition: () -> Bool) async throws {
    for _ in 0..<1_200 where !condition() { try await Task.sleep(for: .milliseconds(50)) }
    try #require(condition(), failure)
  }
}
