import BackendTestSupport
import CGtk
import CalendarModel
import CalendarStore
import FoundationEssentials
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What a screen reader reads about the calendars of accounts.
@MainActor
final class SpokenAccountsTests: TimelineWindowTestCase {
  private let backend = MemoryBackend()
  private lazy var choir = backend.add("Choir", hasSeparateObjects: true)
  override var accounts: (any ListingBackend)? { backend }

  override func openWindow() async throws {
    let meeting = WindowFixture.event("m", "Rehearsal", day: "05", hour: "12")
      .replacing("END:VEVENT", with: "ATTENDEE:mailto:ben@example.org\r\nEND:VEVENT")
    backend.put(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + meeting + "END:VCALENDAR\r\n", as: "m.ics", in: choir
    )
    backend.setListedCalendars([ListedCalendar(id: choir, name: "Choir", account: "ada@example.org")])
    try await super.openWindow()
    let isListed = await fixture.wait { self.block("Rehearsal") != nil }
    XCTAssertTrue(isListed, "the calendar of the account is not shown")
  }

  func testQuestionAboutPeopleIsDescribedByItsText() async throws {
    try focus("Rehearsal")
    await settle()
    keyboard.press("Delete")
    let isAsked = await fixture.wait {
      self.window.dialogs.hasOpenAlert && self.keyboard.focus.flatMap(self.dialog) != nil
    }
    XCTAssertTrue(isAsked, "the user is not asked")
    let dialog = try XCTUnwrap(keyboard.focus.flatMap(self.dialog))
    XCTAssertTrue(description(of: dialog).contains("Rehearsal"), description(of: dialog))
    keyboard.press("Escape")
    let isClosed = await fixture.wait { !self.window.dialogs.hasOpenAlert }
    XCTAssertTrue(isClosed)
  }

  /// The words of a server are long, and are heard once: in the description of the row, not in its name.
  func testWordsOfTheServerAreReadOnce() async throws {
    if !window.sidebar.isOpen { window.sidebar.toggle() }
    backend.set(.serverError("Out of order"), of: choir)
    func row() -> SidebarRow? {
      window.sidebar.contents?.rows.first { $0.entry.calendar.id == self.choir }
    }
    func spokenRow() -> (name: String, description: String) {
      guard let check = row().flatMap({ gtk_widget_get_first_child($0.gtkWidget) }) else { return ("", "") }
      return (name(of: check), description(of: check))
    }
    let isShown = await fixture.wait { spokenRow().description.contains("Out of order") }
    XCTAssertTrue(isShown, "\(spokenRow())")
    XCTAssertEqual(spokenRow().name, "Choir, server error")
    XCTAssertEqual(
      spokenRow().description.split(separator: "Out of order", omittingEmptySubsequences: false).count, 2)
    XCTAssertTrue(labels.contains { $0.contains("Out of order") }, "the words are not shown: \(labels)")
    // Orca 48 would read them with their group, and again with the row.
    let check = try XCTUnwrap(row().flatMap { gtk_widget_get_first_child($0.gtkWidget) })
    let labelsInRow = widgets(ofType: gtk_label_get_type()).filter { gtk_widget_is_ancestor($0, check) != 0 }
    XCTAssertEqual(labelsInRow.count, 2)
    let areHidden = await fixture.wait {
      labelsInRow.allSatisfy { accessibleDifference($0, GTK_ACCESSIBLE_STATE_HIDDEN, from: true) == nil }
    }
    XCTAssertTrue(areHidden)
    XCTAssertTrue(
      widgets(ofType: gtk_menu_button_get_type()).contains {
        name(of: $0) == "Menu for “Choir, server error”"
      })
  }

  func testOutcomeOfTryingAgainIsAnnounced() async throws {
    var announcements: [String] = []
    Accessible.onAnnounce = { text, _ in announcements.append(text) }
    defer { Accessible.onAnnounce = nil }
    let session = window.session
    func state() -> String {
      session.calendars.first { $0.id == self.choir }.flatMap { session.accountState(of: $0) }
        .map { "\($0)" } ?? "ready"
    }
    backend.set(.offline, of: choir)
    let isOffline = await fixture.wait { state() == "offline" }
    XCTAssertTrue(isOffline, state())
    announcements = []
    activate("retry-calendar", choir.key)
    let hasBegun = await fixture.wait { announcements.contains { $0.hasPrefix("Contacting the server") } }
    XCTAssertTrue(hasBegun, "\(announcements)")
    backend.set(.ready, of: choir)
    let isReady = await fixture.wait { state() == "ready" }
    XCTAssertTrue(isReady, state())
    _ = await wait(seconds: 3) { announcements.last?.contains("Contacting") != true }
    XCTAssertEqual(announcements.last, "“Choir” can be reached again", "\(announcements)")
  }
}
