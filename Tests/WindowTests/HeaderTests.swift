import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What the header and the window show about the open calendars.
@MainActor
final class HeaderTests: TimelineWindowTestCase {
  private var titles: [String] {
    widgets(ofType: gtk_label_get_type())
      .filter { gtk_widget_is_ancestor($0, window.header.dateChooser.gtkWidget) != 0 }
      .map { String(cString: gtk_label_get_text($0.opaque)) }
  }

  func testHeaderCountsACalendarThatHasJustBeenHidden() async throws {
    let session = window.session
    let title = session.openCalendarsTitle
    XCTAssertTrue(titles.contains(title), "\(titles)")
    session.setHidden(true, for: try XCTUnwrap(session.calendars.last?.id))
    XCTAssertNotEqual(session.openCalendarsTitle, title)
    await settle()
    XCTAssertTrue(titles.contains(session.openCalendarsTitle), "\(titles)")
  }

  func testTimelineStaysAfterTheFirstEventWasUndone() async throws {
    let session = window.session
    let empty = try WindowFixture.write("", in: fixture.folder, named: "empty.ics")
    await session.open([empty.path], as: .ownCalendars)
    let isEmptyStateShown = await fixture.wait { self.window.showsEmptyState }
    XCTAssertTrue(isEmptyStateShown)
    let start = WallTime(Self.monday, hour: 9, minute: 0)
    let times = EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: 60))))
    session.apply(.add(try XCTUnwrap(session.newEvent(at: times))))
    await settle()
    XCTAssertFalse(window.showsEmptyState)
    XCTAssertNotNil(session.undo())
    await settle()
    XCTAssertTrue(session.isEmpty)
    XCTAssertFalse(window.showsEmptyState, "the timeline disappears")
  }
}
