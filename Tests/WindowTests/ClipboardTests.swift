import CalendarModel
import WidgetTestSupport
import XCTest

@testable import Handspan

/// Keys that follow each other faster than the store copies an event.
@MainActor
final class ClipboardTests: WidgetTestCase {
  private static let monday = Day(ordinal: 20_458)
  private static let tuesday = monday.adding(days: 1)
  private var fixture: WindowFixture!

  override func setUp() async throws {
    try await super.setUp()
    fixture = try await WindowFixture(
      """
      BEGIN:VEVENT\r
      UID:a\r
      DTSTAMP:20260101T000000Z\r
      DTSTART:20260105T090000\r
      DTEND:20260105T100000\r
      SUMMARY:Standup\r
      END:VEVENT\r
      BEGIN:VEVENT\r
      UID:b\r
      DTSTAMP:20260101T000000Z\r
      DTSTART:20260105T110000\r
      DTEND:20260105T120000\r
      SUMMARY:Review\r
      END:VEVENT\r

      """, at: ClipboardTests.monday)
  }

  override func tearDown() async throws {
    await fixture?.close()
    fixture = nil
    try await super.tearDown()
  }

  private func event(_ title: String) throws -> Occurrence {
    try XCTUnwrap(fixture.list.events.first { $0.event.summary == title })
  }

  func testPasteWaitsForTheCopyBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    list.callbacks.onClipboardAction(.copy, standup)
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    // The pasted event is revealed.
    let isFirstPasted = await fixture.wait { list.titles == ["Standup"] }
    XCTAssertTrue(isFirstPasted, "\(list.titles) was pasted")
    list.callbacks.onClipboardAction(.copy, review)
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday.adding(days: 1))), nil)
    let isSecondPasted = await fixture.wait { list.titles == ["Review"] }
    XCTAssertTrue(isSecondPasted, "\(list.titles) was pasted")
  }

  func testPasteWaitsForTheCopyOfSeveralEventsBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    list.callbacks.onClipboardAction(.copy, standup)
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    let isFirstPasted = await fixture.wait { list.titles == ["Standup"] }
    XCTAssertTrue(isFirstPasted, "\(list.titles) was pasted")
    list.callbacks.onCopyTogether([standup, review])
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday.adding(days: 1))), nil)
    let areBothPasted = await fixture.wait { list.titles == ["Standup", "Review"] }
    XCTAssertTrue(areBothPasted, "\(list.titles) was pasted")
  }

  func testPasteWaitsForTheCutOfSeveralEventsBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    list.callbacks.onClipboardAction(.copy, standup)
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    let isFirstPasted = await fixture.wait { list.titles == ["Standup"] }
    XCTAssertTrue(isFirstPasted, "\(list.titles) was pasted")
    list.callbacks.onCutTogether(
      GroupEdit([standup, review].map { .init($0, .delete) }), .thisOccurrence)
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday.adding(days: 1))), nil)
    let areBothPasted = await fixture.wait { list.titles == ["Standup", "Review"] }
    XCTAssertTrue(areBothPasted, "\(list.titles) was pasted")
    fixture.window.go(to: ClipboardTests.monday)
    XCTAssertEqual(list.titles, [], "the events were not cut")
  }

  func testPasteWaitsForTheCutBeforeIt() async throws {
    let list = fixture.list
    list.callbacks.onClipboardAction(.cut, try event("Standup"))
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    let isPasted = await fixture.wait { list.titles == ["Standup"] && list.day == ClipboardTests.tuesday }
    XCTAssertTrue(isPasted, "\(list.titles) was pasted")
    XCTAssertEqual(list.selectedOccurrence?.event.id.uid, "a", "the event has another UID")
    fixture.window.go(to: ClipboardTests.monday)
    XCTAssertEqual(list.titles, ["Review"])
  }

  func testCopyDoesNotOvertakeThePasteBeforeIt() async throws {
    let list = fixture.list
    let (standup, review) = (try event("Standup"), try event("Review"))
    list.callbacks.onClipboardAction(.copy, standup)
    list.callbacks.onClipboardAction(.paste(at: .day(ClipboardTests.tuesday)), nil)
    list.callbacks.onClipboardAction(.copy, review)
    let isPasted = await fixture.wait { list.titles == ["Standup"] }
    XCTAssertTrue(isPasted, "\(list.titles) was pasted")
  }
}
