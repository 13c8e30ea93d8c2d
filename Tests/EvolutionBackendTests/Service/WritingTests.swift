import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

extension ServiceTests {
  /// Edits as they arrive on the server.
  @Suite struct WritingTests {
    @Test func eventIsCreatedChangedAndDeletedOnTheServer() async throws {
      let live = try await LiveCalendar()
      #expect(await live.state == .ready)
      var random = SystemRandomNumberGenerator()
      let id = EventID.random(in: live.id, hasSeparateObjects: true, using: &random)
      try await live.change(
        .edit(.add(CalendarEvent(id: id, times: Samples.times(2, 9), summary: "Say \"hi\", Ada"))))
      let created = try live.serverText()
      #expect(created.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin"))
      #expect(created.contains("DTSTART;TZID=Europe/Berlin:20260302T090000"))
      #expect(created.contains("SUMMARY:Say \"hi\"\\, Ada") && created.contains("UID:\(id.uid)"))
      let event = try await live.event(id.uid.text)
      #expect(event.id == id)
      try await live.change(.edit(.move(event, to: Samples.times(2, 11))))
      var expected = Samples.lines(created)
      expected = expected.map {
        $0.replacingOccurrences(of: "20260302T100000", with: "20260302T120000")
          .replacingOccurrences(of: "20260302T090000", with: "20260302T110000")
      }
      #expect(
        try live.serverLines().filter { !$0.hasPrefix("SEQUENCE") }
          == expected.filter { !$0.hasPrefix("SEQUENCE") })
      try await live.change(.edit(EventEdit(target: id, change: .delete)))
      #expect(try live.fixture.objects(in: "home").isEmpty)
      #expect(await live.store.snapshot().events.isEmpty)
    }

    @Test func editChangesOnlyTheLinesOfItsPropertyAndCanBeUndone() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let before = try live.serverLines()
      let edit = try await live.change(
        .edit(EventEdit(target: live.event("one").id, change: .set([.summary("Retro")]))))
      let after = before.map { $0 == "SUMMARY:Standup" ? "SUMMARY:Retro" : $0 }
      #expect(try live.serverLines().filter { !$0.hasPrefix("SEQUENCE") } == after.sorted())
      try await live.change(.undo(edit))
      #expect(try live.serverLines() == before)
      try await live.change(.redo(edit))
      #expect(try live.serverText().contains("SUMMARY:Retro"))
    }

    private func series() async throws -> (live: LiveCalendar, before: [String]) {
      let live = try await LiveCalendar([
        "one.ics": Samples.calendar(Samples.event("one", more: "RRULE:FREQ=DAILY;COUNT=9"))
      ])
      return (live, try live.serverLines())
    }

    @Test func movedOccurrenceIsAnOverrideThatUndoRemoves() async throws {
      let (live, before) = try await series()
      let series = try await live.event("one")
      let edit = try await live.change(.edit(.move(series, to: Samples.times(4, 14), of: 4)))
      let lines = try live.serverLines()
      #expect(lines.contains("RECURRENCE-ID;TZID=Europe/Berlin:20260304T090000"))
      #expect(lines.contains("DTSTART;TZID=Europe/Berlin:20260304T140000"))
      #expect(lines.count { $0.hasPrefix("RRULE") } == 1 && !lines.contains { $0.hasPrefix("EX") })
      try await live.change(.undo(edit))
      #expect(try live.serverLines() == before)
    }

    @Test func deletedOccurrenceIsAnExceptionInTheFormOfTheSeriesStart() async throws {
      let (live, before) = try await series()
      let series = try await live.event("one")
      try await live.change(.edit(.move(series, to: Samples.times(4, 14), of: 4)))
      let override = try await live.event("one", "20260304T090000")
      try await live.change(
        .edit(
          EventEdit(
            target: override.id, originalStart: .zoned(Samples.time(4, 9), Samples.berlin), change: .delete)))
      let lines = try live.serverLines().filter { !$0.hasPrefix("SEQUENCE") }
      #expect(lines == (before + ["EXDATE;TZID=Europe/Berlin:20260304T090000"]).sorted())
    }

    @Test func allOccurrencesMoveTogether() async throws {
      let (live, before) = try await series()
      try await live.change(
        .edit(.move(live.event("one"), to: Samples.times(2, 11), of: 2, scope: .all)))
      let lines = try live.serverLines().filter { !$0.hasPrefix("SEQUENCE") }
      #expect(
        lines
          == before.map {
            $0.replacingOccurrences(of: "20260302T100000", with: "20260302T120000")
              .replacingOccurrences(of: "20260302T090000", with: "20260302T110000")
          }.sorted())
    }

    @Test func splitSeriesIsTwoObjectsAndUndoMakesItOneAgain() async throws {
      let (live, before) = try await series()
      let edit = try await live.change(
        .edit(.move(live.event("one"), to: Samples.times(5, 14), of: 5, scope: .thisAndFollowing)))
      let objects = try live.fixture.objects(in: "home")
      #expect(objects.count == 2)
      let rules = objects.values.flatMap(Samples.lines).filter { $0.hasPrefix("RRULE") }.sorted()
      #expect(rules == ["RRULE:FREQ=DAILY;COUNT=3", "RRULE:FREQ=DAILY;COUNT=6"])
      #expect(objects.values.contains { $0.contains("DTSTART;TZID=Europe/Berlin:20260305T140000") })
      try await live.change(.undo(edit))
      #expect(try live.serverLines() == before)
    }

    /// Returns a daily meeting with two attendees.
    private func meeting(organizedBy address: String) -> String {
      Samples.calendar(
        Samples.event(
          "one", more: "RRULE:FREQ=DAILY;COUNT=9", "ORGANIZER:mailto:\(address)",
          "ATTENDEE:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org"))
    }

    @Test func seriesThatTheUserOrganizesIsSplit() async throws {
      let live = try await LiveCalendar(
        ["one.ics": meeting(organizedBy: "Ada@Example.org")], emailAddress: "ada@example.org")
      let series = try await live.event("one")
      let edit = EventEdit.move(series, to: Samples.times(5, 14), of: 5, scope: .thisAndFollowing)
      // The preview shows both series: the shortened one and the new one.
      let preview = try live.store.outcome(of: edit)
      #expect(preview.before.count == 1)
      #expect(preview.after.count == 2 && Set(preview.after.map(\.id.uid)).count == 2)
      try await live.change(.edit(edit))
      let objects = try live.fixture.objects(in: "home")
      #expect(objects.count == 2)
      let lines = objects.values.flatMap(Samples.lines)
      #expect(
        lines.filter { $0.hasPrefix("RRULE") }.sorted() == [
          "RRULE:FREQ=DAILY;COUNT=3", "RRULE:FREQ=DAILY;COUNT=6",
        ])
      #expect(lines.count { $0.hasPrefix("ORGANIZER") } == 2 && lines.count { $0.hasPrefix("ATTENDEE") } == 4)
    }

    @Test func seriesThatSomeoneElseOrganizesIsNotSplit() async throws {
      let live = try await LiveCalendar(
        ["one.ics": meeting(organizedBy: "eve@example.org")], emailAddress: "ada@example.org")
      let before = try live.serverText()
      let edit = EventEdit.move(
        try await live.event("one"), to: Samples.times(5, 14), of: 5, scope: .thisAndFollowing)
      await #expect { try await live.store.perform(.edit(edit)) } throws: { error in
        guard case .refused(.series(let refusal))? = error as? StoreError else { return false }
        return refusal.reason == .invitation && refusal.possibleScopes == [.thisOccurrence, .all]
      }
      #expect(try live.serverText() == before)
    }

    @Test func eventWithAnUnknownZoneIsNotWritten() async throws {
      let live = try await LiveCalendar()
      let text =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:lost\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=Atlantis/Center:20260302T090000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      let location = CalendarLocation.name("Home")
      await #expect(
        throws: BackendError.refused(.unknownZone("Atlantis/Center"))
      ) {
        try await live.backend.write(
          ObjectWrite(
            key: ObjectKey(calendar: live.id, file: "lost.ics"), bytes: Array(text.utf8), version: nil,
            location: location))
      }
      #expect(try live.fixture.objects(in: "home").isEmpty)
    }

    // MARK: Conflicts

    @Test func changeByASecondClientIsMerged() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      // The service has not noticed this change yet when the edit is written.
      try await live.fixture.put(
        Samples.calendar(Samples.event("one", title: "Theirs")), as: "one.ics", in: "home")
      try await live.change(.edit(.move(live.event("one"), to: Samples.times(2, 11))))
      let text = try live.serverText()
      #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
      #expect(try await live.event("one").summary == "Theirs")
    }

    @Test func conflictInAPropertyKeepsTheServersValueAndACopyOfTheEdit() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let event = try await live.event("one")
      try await live.fixture.put(
        Samples.calendar(Samples.event("one", title: "Theirs")), as: "one.ics", in: "home")
      do {
        try await live.store.perform(.edit(EventEdit(target: event.id, change: .set([.summary("Ours")]))))
        Issue.record("the edit was not refused")
      } catch {
        guard case .conflict(.name("Home"), let copyPath?) = error else {
          Issue.record("unexpected error: \(error)")
          return
        }
        #expect(try String(contentsOfFile: copyPath, encoding: .utf8).contains("SUMMARY:Ours"))
      }
      #expect(try live.serverText().contains("SUMMARY:Theirs"))
      #expect(try await live.event("one").summary == "Theirs")
    }

    @Test func changesOnTheServerAreShownAfterARefresh() async throws {
      let live = try await LiveCalendar([
        "one.ics": Samples.calendar(Samples.event("one")), "two.ics": Samples.calendar(Samples.event("two")),
      ])
      try await live.fixture.put(
        Samples.calendar(Samples.event("one", title: "Theirs")), as: "one.ics", in: "home")
      try await live.fixture.put(Samples.calendar(Samples.event("new")), as: "new.ics", in: "home")
      try await live.fixture.remove("two.ics", in: "home")
      try await live.backend.refresh(live.id)
      try await live.fixture.wait("the changes are not shown") {
        let events = await live.store.snapshot().events
        return Set(events.map(\.id.uid)) == ["one", "new"] && events.contains { $0.summary == "Theirs" }
      }
    }
  }
}
