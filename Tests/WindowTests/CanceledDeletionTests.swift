import BackendTestSupport
import CGtk
import CalendarModel
import CalendarStore
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// The focus when the user cancels a deletion of which a server would notify people.
@MainActor
final class CanceledDeletionTests: TimelineWindowTestCase {
  private let backend = MemoryBackend()
  override var accounts: (any ListingBackend)? { backend }

  override func openWindow() async throws {
    let id = backend.add("Choir", hasSeparateObjects: true)
    let meeting = WindowFixture.event("m", "Rehearsal", day: "05", hour: "12")
      .replacing("END:VEVENT", with: "ATTENDEE:mailto:ben@example.org\r\nEND:VEVENT")
    backend.put(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + meeting + "END:VCALENDAR\r\n", as: "m.ics", in: id)
    backend.setListedCalendars([ListedCalendar(id: id, name: "Choir", account: "ada@example.org")])
    try await super.openWindow()
    let isListed = await fixture.wait { self.block("Rehearsal") != nil }
    XCTAssertTrue(isListed, "the calendar of the account is not shown")
  }

  func testFocusReturnsToTheEvent() async throws {
    try focus("Rehearsal")
    await settle()
    keyboard.press("Delete")
    let isAsked = await fixture.wait { self.window.dialogs.hasOpenAlert }
    XCTAssertTrue(isAsked, "the user is not asked")
    await settle()
    keyboard.press("Escape")
    let isThere = await fixture.wait { !self.window.dialogs.hasOpenAlert && self.block("Rehearsal") != nil }
    XCTAssertTrue(isThere, "the event did not come back")
    _ = await fixture.wait { self.focusName == "event Rehearsal" }
    XCTAssertEqual(focusName, "event Rehearsal")
    XCTAssertEqual(stack.state.focus, block("Rehearsal")?.occurrence.id)
  }
}
