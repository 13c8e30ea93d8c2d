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
  /// The texts of the labels in a widget.
  private func texts(in widget: WidgetPointer) -> [String] {
    var texts: [String] = []
    if g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_label_get_type()) != 0 {
      texts.append(gtk_label_get_text(widget.opaque).map { String(cString: $0) } ?? "")
    }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      texts += self.texts(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return texts
  }

  func testHeaderCountsACalendarThatHasJustBeenHidden() async throws {
    let (session, chooser) = (window.session, window.header.dateChooser.gtkWidget)
    // Calendars of windows before this one may be open, too.
    let title = session.openCalendarsTitle
    XCTAssertTrue(texts(in: chooser).contains(title), "\(texts(in: chooser))")
    session.setHidden(true, for: try XCTUnwrap(session.calendars.last?.id))
    XCTAssertNotEqual(session.openCalendarsTitle, title)
    await settle()
    XCTAssertTrue(texts(in: chooser).contains(session.openCalendarsTitle), "\(texts(in: chooser))")
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
