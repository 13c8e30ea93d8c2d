import CGtk
import CalendarModel
import CalendarSession
import FoundationEssentials
import GtkSupport
import TimelineInteraction
import UserSettings
import XCTest

@testable import Handspan

/// The real window with a view other than the timeline; the window knows only the stack.
@MainActor
final class SecondViewTests: WindowTestCase {
  override class var components: String {
    WindowFixture.event("a", "Standup", day: "05", hour: "09")
      + WindowFixture.event("b", "Review", day: "06", hour: "09")
  }

  func testViewShowsTheDayOfTheWindow() async {
    let (list, window) = (fixture.list, fixture.window)
    XCTAssertNotEqual(gtk_widget_get_mapped(list.gtkWidget), 0, "the list is not in the window")
    XCTAssertEqual(list.titles, ["Standup"])
    window.go(to: SecondViewTests.monday.adding(days: 1))
    XCTAssertEqual(list.titles, ["Review"])
    gtk_widget_activate_action_variant(window.gtkWidget, "win.previous", nil)
    XCTAssertEqual(list.titles, ["Standup"])
    let name = window.session.phrases.shownDays(window.view.shownDays)
    let isTitleUpdated = await fixture.wait { fixture.title.hasPrefix(name) }
    XCTAssertTrue(isTitleUpdated, "the window's title does not name the shown day: \(fixture.title)")
  }

  func testEditReloadsTheViewOnceAndCanBeUndone() async throws {
    let (list, window) = (fixture.list, fixture.window)
    let standup = try XCTUnwrap(list.events.first)
    let originalReloadCount = list.reloadCount
    window.view.delete(standup)
    XCTAssertEqual(list.reloadCount, originalReloadCount + 1, "the edit did not reload the view exactly once")
    XCTAssertEqual(list.titles, [])
    gtk_widget_activate_action_variant(window.gtkWidget, "win.undo", nil)
    XCTAssertEqual(list.titles, ["Standup"])
    XCTAssertEqual(
      window.view.selectedOccurrence?.event.summary, "Standup", "the restored event is not selected")
  }

  func testViewIsConfiguredOnceForEachChange() async {
    let (list, preferences) = (fixture.list, fixture.window.preferences)
    XCTAssertEqual(list.configurations.count, 1, "the view was not configured exactly once")
    XCTAssertEqual(list.configuration.view, preferences.view)
    preferences[Preferences.workingHoursStart] = 7 * 60
    XCTAssertEqual(list.configuration.workingHours.lowerBound, 7 * 3600)
    XCTAssertEqual(list.configurations.count, 2)
  }

  func testCallbacksReachTheWindow() async throws {
    let (list, window) = (fixture.list, fixture.window)
    window.view.callbacks.onEdit(try XCTUnwrap(list.events.first))
    XCTAssertTrue(window.editor.isOpen)
    window.editor.close()
    window.view.callbacks.onZoomChanged(120)
    let isStored = await fixture.wait { window.preferences[Preferences.pixelsPerHour] == 120 }
    XCTAssertTrue(isStored)
  }

  func testLastKeptCalendarIsNotReopenedAfterItWasClosed() async throws {
    let (window, session) = (fixture.window, fixture.window.session)
    let keptCalendars = session.keptCalendars.map(\.id)
    XCTAssertEqual(window.preferences[Preferences.lastOpened], keptCalendars.map(\.key))
    let invitation = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ics")
    defer { try? FileManager.default.removeItem(at: invitation) }
    try Data("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Handspan//Test//EN\r\nEND:VCALENDAR\r\n".utf8)
      .write(
        to: invitation)
    window.calendarOpening.open(OpenRequest(paths: [invitation.path], isTemporary: true))
    let isShown = await fixture.wait { session.calendars.count == keptCalendars.count + 1 }
    XCTAssertTrue(isShown, "the temporary calendar is not shown")
    XCTAssertEqual(window.preferences[Preferences.lastOpened], keptCalendars.map(\.key))
    for calendar in keptCalendars { window.calendarOpening.close(calendar) }
    let isForgotten = await fixture.wait { window.preferences[Preferences.lastOpened].isEmpty }
    XCTAssertTrue(isForgotten, "the next launch opens the last closed calendar")
  }

  func testClosingEndsTheInteraction() async throws {
    let stack = fixture.window.view
    stack.perform(.lift, on: try XCTUnwrap(fixture.list.events.first))
    XCTAssertTrue(stack.isEventLifted)
    await fixture.close()
    XCTAssertTrue(fixture.isClosed)
    XCTAssertFalse(stack.isEventLifted)
  }
}
