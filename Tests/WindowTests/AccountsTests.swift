import BackendTestSupport
import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import FoundationEssentials
import WidgetTestSupport
import XCTest

@testable import Handspan

/// The calendars of accounts in the sidebar of the real window.
@MainActor
final class AccountsTests: WidgetTestCase {
  private static let monday = Day(ordinal: 20_458)
  private let backend = MemoryBackend()
  private var fixture: WindowFixture!

  private static func event(_ uid: String, _ lines: String = "") -> String {
    """
    BEGIN:VEVENT\r
    UID:\(uid)\r
    DTSTAMP:20260101T000000Z\r
    DTSTART:20260105T090000\r
    DTEND:20260105T100000\r
    SUMMARY:\(uid)\r
    \(lines)END:VEVENT\r

    """
  }

  private func calendar(_ name: String, _ account: String?) -> ListedCalendar {
    let id = backend.add(name, hasSeparateObjects: true)
    put(Self.event(name), as: "\(name).ics", in: id)
    return ListedCalendar(id: id, name: name, account: account)
  }

  private func put(_ component: String, as name: ByteString, in calendar: CalendarID) {
    backend.put(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + component + "END:VCALENDAR\r\n", as: name,
      in: calendar)
  }

  private func open() async throws {
    WindowFixture.resetSettings()
    fixture = try await WindowFixture(Self.event("Standup"), at: Self.monday, accounts: backend)
    if !fixture.window.sidebar.isOpen { fixture.window.sidebar.toggle() }
  }

  override func tearDown() async throws {
    await fixture?.close()
    fixture = nil
    try await super.tearDown()
  }

  private var rows: [SidebarRow] { fixture.window.sidebar.contents?.rows ?? [] }

  /// Returns the accessible names of the calendars' check boxes that differ from the expected ones.
  private func differences(from names: [String]) -> [String] {
    guard rows.count == names.count else { return rows.map(\.entry.calendar.name) }
    return zip(rows, names).compactMap { row, name in
      gtk_widget_get_first_child(row.gtkWidget).flatMap {
        accessibleDifference($0, GTK_ACCESSIBLE_PROPERTY_LABEL, from: name)
      }
    }
  }

  func testCalendarsAreListedWithTheirStates() async throws {
    let (choir, archive) = (calendar("Choir", "ada@example.org"), calendar("Archive", "ada@example.org"))
    backend.set(.readOnly, of: archive.id)
    backend.setListedCalendars([choir, archive, calendar("Garden", nil)])
    try await open()
    let expectedNames = ["calendar", "Garden", "Choir", "Archive, read-only"]
    let isListed = await fixture.wait { self.differences(from: expectedNames).isEmpty }
    XCTAssertTrue(isListed, "\(differences(from: expectedNames))")
    XCTAssertEqual(Set(fixture.list.titles), ["Standup", "Choir", "Archive", "Garden"])
    XCTAssertEqual(fixture.window.session.keptCalendars.count, 1)
    for (state, name) in [
      (CalendarState.offline, "Choir, offline"),
      (.serverError("Out of order"), "Choir, server error"),
      (.needsSignIn, "Choir, sign-in needed"), (.ready, "Choir"),
    ] {
      backend.set(state, of: choir.id)
      let names = ["calendar", "Garden", name, "Archive, read-only"]
      let isShown = await fixture.wait { self.differences(from: names).isEmpty }
      XCTAssertTrue(isShown, "\(differences(from: names))")
    }
    backend.setListedCalendars([choir])
    let isUpdated = await fixture.wait { self.differences(from: ["calendar", "Choir"]).isEmpty }
    XCTAssertTrue(isUpdated, "\(differences(from: ["calendar", "Choir"]))")
  }

  /// A question about a meeting is open, and other changes are waiting behind it.
  func testTerminationDoesNotWaitForTheUserToAgree() async throws {
    let choir = calendar("Choir", "ada@example.org")
    put(Self.event("Meeting", "ATTENDEE:mailto:ben@example.org\r\n"), as: "Meeting.ics", in: choir.id)
    backend.setListedCalendars([choir])
    try await open()
    let (window, list) = (fixture.window, fixture.list)
    let isListed = await fixture.wait { list.events.count == 3 }
    XCTAssertTrue(isListed, "the window shows \(list.titles)")
    func delete(_ title: String) throws {
      fixture.window.view.delete(try XCTUnwrap(list.events.first { $0.event.summary == title }))
    }
    try delete("Meeting")
    try delete("Standup")
    try delete("Choir")
    let isAsked = await fixture.wait { window.dialogs.hasOpenAlert }
    XCTAssertTrue(isAsked, "the user is not asked")
    // The server stops responding.
    backend.suspend()
    defer { backend.resume() }
    window.closing.terminate()
    let isClosed = await fixture.wait { self.fixture.isClosed }
    XCTAssertTrue(isClosed, "the window is still open")
    XCTAssertFalse(try String(contentsOf: fixture.file, encoding: .utf8).contains("Standup"))
    XCTAssertEqual(backend.attemptedWrites.map(\.file), ["Choir.ics"])
    let nextStore = CalendarStore(displayZone: .utc)
    let pendingChanges = await nextStore.pendingChanges()
    XCTAssertEqual(pendingChanges.map(\.calendar), [choir.id])
    await nextStore.discard(pendingChanges)
  }

  func testChangesToACalendarThatAnAccountNoLongerHasAreSavedAsACopy() async throws {
    _ = WindowFixture.isolateState
    let choir = calendar("Choir", "Ada")
    let earlierStore = CalendarStore(displayZone: .utc, backends: [backend])
    let snapshot = await earlierStore.open([choir.id.key])
    let event = try XCTUnwrap(snapshot.events.first)
    backend.set(.offline, of: choir.id)
    earlierStore.submit(
      .edit(EventEdit(target: event.id, change: .set([.summary("Rehearsal")]))), as: EditID())
    _ = await earlierStore.flush()
    backend.setListedCalendars([])
    try await open()
    let isAsked = await fixture.wait { self.labels.contains("1 Change Was Not Saved") }
    XCTAssertTrue(isAsked, "the windows show \(labels)")
    XCTAssertTrue(labels.contains { $0.contains("no longer in your online accounts") }, "\(labels)")
    gtk_widget_activate(try XCTUnwrap(widgets(labeled: "Save a Copy").first))
    let isSaved = await fixture.wait { self.labels.contains { $0.hasPrefix("Saved as “") } }
    XCTAssertTrue(isSaved, "the windows show \(labels)")
    let pendingChanges = await CalendarStore(displayZone: .utc).pendingChanges()
    XCTAssertEqual(pendingChanges, [])
  }

  func testWithoutAccountsTheReasonIsShown() async throws {
    backend.failListing(.notInstalled)
    try await open()
    let session = fixture.window.session
    let isShown = await fixture.wait { session.accountsMessage != nil }
    XCTAssertTrue(isShown, "the reason is not shown")
    XCTAssertFalse(rows.isEmpty)
    XCTAssertEqual(rows.filter(\.entry.isListed).map(\.entry.calendar.name), [])
    XCTAssertFalse(session.canRetryListingAccounts)
  }
}
