import CalendarModel
import XCTest

@testable import Handspan

/// Key presses that follow each other faster than the store copies an event.
@MainActor
final class ClipboardTests: WindowTestCase {
  private static let tuesday = monday.adding(days: 1)

  override class var components: String {
    WindowFixture.event("a", "Standup", day: "05", hour: "09")
      + WindowFixture.event("b", "Review", day: "05", hour: "11")
  }

  private func event(_ title: String) throws -> Occurrence {
    try XCTUnwrap(fixture.list.events.first { $0.event.summary == title })
  }

  /// Copies an event, pastes it on Tuesday, and waits until the view shows the copy.
  private func copyAndPasteOnTuesday(_ standup: Occurrence) async {
    let list = fixture.list
    fixture.window.view.callbacks.onClipboardAction(.copy, standup)
    fixture.window.view.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    let isPasted = await fixture.wait { list.titles == ["Standup"] }
    XCTAssertTrue(isPasted, "the view shows \(list.titles) instead of the pasted events")
  }

  func testPasteWaitsForTheCopyBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    await copyAndPasteOnTuesday(standup)
    fixture.window.view.callbacks.onClipboardAction(.copy, review)
    fixture.window.view.callbacks.onClipboardAction(
      .paste(at: .day(ClipboardTests.tuesday.adding(days: 1))), nil)
    let isSecondPasted = await fixture.wait { list.titles == ["Review"] }
    XCTAssertTrue(isSecondPasted, "the view shows \(list.titles) instead of the pasted events")
  }

  func testPasteWaitsForTheCopyOfSeveralEventsBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    await copyAndPasteOnTuesday(standup)
    fixture.window.view.callbacks.onCopySelection([standup, review])
    fixture.window.view.callbacks.onClipboardAction(
      .paste(at: .day(ClipboardTests.tuesday.adding(days: 1))), nil)
    let areBothPasted = await fixture.wait { list.titles == ["Standup", "Review"] }
    XCTAssertTrue(areBothPasted, "the view shows \(list.titles) instead of the pasted events")
  }

  func testPasteWaitsForTheCutOfSeveralEventsBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    await copyAndPasteOnTuesday(standup)
    fixture.window.view.callbacks.onCutSelection(
      GroupEdit([standup, review].map { .init($0, .delete) }), .thisOccurrence, ApplyContext())
    fixture.window.view.callbacks.onClipboardAction(
      .paste(at: .day(ClipboardTests.tuesday.adding(days: 1))), nil)
    let areBothPasted = await fixture.wait { list.titles == ["Standup", "Review"] }
    XCTAssertTrue(areBothPasted, "the view shows \(list.titles) instead of the pasted events")
    fixture.window.go(to: ClipboardTests.monday)
    XCTAssertEqual(list.titles, [], "the events were not cut")
  }

  func testPasteWaitsForTheCutBeforeIt() async throws {
    let list = fixture.list
    fixture.window.view.callbacks.onClipboardAction(.cut, try event("Standup"))
    fixture.window.view.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    let isPasted = await fixture.wait { list.titles == ["Standup"] && list.day == ClipboardTests.tuesday }
    XCTAssertTrue(isPasted, "the view shows \(list.titles) instead of the pasted events")
    XCTAssertEqual(fixture.window.view.selectedOccurrence?.event.id.uid, "a", "the event has a different UID")
    fixture.window.go(to: ClipboardTests.monday)
    XCTAssertEqual(list.titles, ["Review"])
  }

  func testCopyDoesNotOvertakeThePasteBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    fixture.window.view.callbacks.onClipboardAction(.copy, standup)
    fixture.window.view.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    fixture.window.view.callbacks.onClipboardAction(.copy, review)
    let isPasted = await fixture.wait { list.titles == ["Standup"] }
    XCTAssertTrue(isPasted, "the view shows \(list.titles) instead of the pasted events")
  }

  func testCopyOfSeveralEventsDoesNotOvertakeThePasteBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    fixture.window.view.callbacks.onCopySelection([standup, review])
    fixture.window.view.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    fixture.window.view.callbacks.onCopySelection([review])
    let areBothPasted = await fixture.wait {
      list.titles == ["Standup", "Review"] && list.day == ClipboardTests.tuesday
    }
    XCTAssertTrue(areBothPasted, "the view shows \(list.titles) instead of the pasted events")
  }
}
