import CGtk
import CalendarModel
import CalendarSession
import XCTest

@testable import Handspan

/// An event that another program asks to show, such as the one whose notification was clicked.
@MainActor
final class ShownEventTests: WindowTestCase {
  override class var components: String {
    WindowFixture.event("a", "Standup", day: "05", hour: "09")
      + WindowFixture.event("b", "Review", day: "22", hour: "14")
  }

  private func request(_ uid: String) -> OpenRequest {
    OpenRequest(
      date: Day(ordinal: Self.monday.ordinal + 2),
      event: OccurrenceReference(calendar: CalendarID(fixture.file.path), uid: uid))
  }

  func testTheEventIsRevealedOnItsDay() async throws {
    fixture.window.calendarOpening.open(request("b"))
    let isShown = await fixture.wait {
      self.fixture.window.view.selectedOccurrence?.event.summary == "Review"
    }
    XCTAssertTrue(isShown)
    XCTAssertEqual(fixture.list.day, Day(ordinal: Self.monday.ordinal + 17))
  }

  func testTheEventOfAHiddenCalendarBecomesVisible() async throws {
    let session = fixture.window.session
    session.setHidden(true, for: CalendarID(fixture.file.path))
    fixture.window.calendarOpening.open(request("b"))
    let isShown = await fixture.wait { self.fixture.list.titles == ["Review"] }
    XCTAssertTrue(isShown)
    XCTAssertFalse(session.choices.isHidden(CalendarID(fixture.file.path)))
  }

  func testTheDayIsShownIfTheEventIsGone() async throws {
    fixture.window.calendarOpening.open(request("gone"))
    let isShown = await fixture.wait { self.fixture.list.day.ordinal == Self.monday.ordinal + 2 }
    XCTAssertTrue(isShown)
    XCTAssertNil(fixture.window.view.selectedOccurrence)
  }
}
