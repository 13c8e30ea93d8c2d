import CalendarModel
import Foundation
import Testing

@testable import CalendarSession
@testable import CalendarStore
@testable import EvolutionBackend

extension ServiceTests {
  /// Nobody is notified by a real server without having been named in a question.
  @MainActor @Suite struct ConsentTests {
    private static let guests = [
      "ORGANIZER:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org",
      "ATTENDEE:mailto:eve@example.org",
    ].joined(separator: "\n")

    private static func meeting(_ more: String...) -> String {
      Samples.calendar(Samples.event("one", more: more.joined(separator: "\n")))
    }

    /// Only an occurrence other than the edited one has guests.
    @Test func allEventsOfASeriesAreChangedOnlyIfTheGuestsOfEachOccurrenceMayBeNotified() async throws {
      let series = Samples.event("one", more: "RRULE:FREQ=DAILY;COUNT=9")
      let changed = Samples.event(
        "one", more: "RECURRENCE-ID;TZID=Europe/Berlin:20260304T090000", Self.guests)
      let live = try await LiveSession(
        Samples.calendar(series, changed.replacingOccurrences(of: "20260302T", with: "20260304T")),
        emailAddress: "ada@example.org")
      let before = try live.serverText()
      let event = try live.event()
      let edit = EventEdit.move(event, to: Samples.times(2, 14), of: 2, scope: .all)
      let remark = live.session.scopeRemark(on: [edit])
      #expect(remark.text == "The server may notify 2 people of this change.")
      // A remark that does not name them is no consent.
      live.session.apply(edit, in: ApplyContext(agreedPeople: ["eve@example.org"]))
      try await live.waitForQuestion()
      #expect(live.unanswered.first?.0.people == ["ben@example.org", "eve@example.org"])
      #expect(try live.serverText() == before)
      live.answer(false)
      try await live.wait("the change is not reverted") {
        live.session.isSaved && (try? live.event())?.times == event.times
      }
      live.session.apply(edit, in: remark.context)
      try await live.wait("the change is not saved") { live.session.isSaved }
      #expect(live.unanswered.isEmpty)
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T140000"))
    }

    /// Another client has added the guests, and the session has not seen them.
    @Test func guestsWhomAMergeBringsInAreAskedAbout() async throws {
      let live = try await LiveSession(Self.meeting(), emailAddress: "ada@example.org")
      try await live.fixture.put(Self.meeting(Self.guests), as: "one.ics", in: "home")
      live.session.apply(.move(try live.event(), to: Samples.times(2, 14)))
      try await live.waitForQuestion()
      #expect(live.unanswered.first?.0.people == ["ben@example.org", "eve@example.org"])
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T090000"))
      live.answer(true)
      try await live.wait("the change is not saved") { live.session.isSaved }
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T140000"))
      #expect(try live.serverText().contains("eve@example.org"))
    }

    @Test func declinedChangeDoesNotUndoWhatAMergeBroughtIn() async throws {
      let live = try await LiveSession(Self.meeting(), emailAddress: "ada@example.org")
      try await live.fixture.put(Self.meeting(Self.guests), as: "one.ics", in: "home")
      let before = try live.serverText()
      live.session.apply(.move(try live.event(), to: Samples.times(2, 14)))
      try await live.waitForQuestion()
      live.answer(false)
      try await live.wait("the change is not reverted") {
        live.session.isSaved && (try? live.event())?.times == Samples.times(2, 9)
          && (try? live.event())?.attendees.count == 2
      }
      #expect(try live.serverText() == before && !live.session.canUndo)
    }

    @Test func calendarOfASourceWithoutAParentIsOnAServer() async throws {
      let live = try await LiveSession(Self.meeting(Self.guests), emailAddress: "ada@example.org") {
        $0.replacingOccurrences(of: "Parent=caldav-stub\n", with: "")
      }
      live.session.apply(.move(try live.event(), to: Samples.times(2, 14)))
      try await live.waitForQuestion()
      #expect(live.unanswered.first?.0.people == ["ben@example.org", "eve@example.org"])
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T090000"))
    }

    /// The calendar has one address, and the user signs in with another.
    @Test func organizerWithAnAliasNotifiesTheGuests() async throws {
      let text = Self.meeting(Self.guests.replacingOccurrences(of: "ada@", with: "alias@"))
      let live = try await LiveSession(text, emailAddress: "user@example.org") {
        $0.replacingOccurrences(of: "User=user", with: "User=alias@example.org")
      }
      live.session.apply(.move(try live.event(), to: Samples.times(2, 14)))
      try await live.waitForQuestion()
      #expect(live.unanswered.first?.0.people == ["ben@example.org", "eve@example.org"])
      #expect(live.unanswered.first?.0.isCopy == false)
    }
  }
}
