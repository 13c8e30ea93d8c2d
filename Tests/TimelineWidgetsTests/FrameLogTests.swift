import CGtk
import Foundation
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The frame log: JSON lines with the fields documented in docs/frame-log.md.
@MainActor
final class FrameLogTests: WidgetTestCase {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("frames-\(getpid()).jsonl")

  override func setUp() async throws {
    try await super.setUp()
    setenv("HANDSPAN_FRAME_LOG", file.path, 1)
  }

  override func tearDown() async throws {
    unsetenv("HANDSPAN_FRAME_LOG")
    try? FileManager.default.removeItem(at: file)
    try await super.tearDown()
  }

  func testFrameOfALiftedEventHasAllPositions() async throws {
    let drag = try PointerDrag(on: "Standup")
    drag.view.scrollContent.setScroll(drag.view.scrollContent.scroll + 10.5)
    drag.timeline.testWindow.waitForFrame()
    let last = try XCTUnwrap(lines().last)
    XCTAssertEqual(last["phase"] as? String, "move")
    XCTAssertEqual(last["uid"] as? String, "Standup")
    XCTAssertEqual(number(last, "pointer_y"), drag.pointer.y, accuracy: 0.001)
    XCTAssertEqual(number(last, "edge_y"), drag.pointer.y - number(last, "grab_y"), accuracy: 0.5)
    XCTAssertEqual(number(last, "scroll_y"), drag.view.scrollContent.scroll, accuracy: 0.001)
    XCTAssertEqual(number(last, "scroll_y_max"), drag.view.scrollContent.scrollMax, accuracy: 0.001)
    XCTAssertEqual(
      last["snapped_start"] as? String, drag.stack.draggedEvent?.snappedOccurrence.start.description)
    XCTAssertEqual(last["view_date"] as? String, "2026-01-05")
    XCTAssertGreaterThan(number(last, "work_us"), 0)
  }

  func testFrameIsLoggedOnlyIfSomethingMoved() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<10 * 60)])
    timeline.testWindow.waitForFrame()
    let countBefore = try lines().count
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(try lines().count, countBefore)
    timeline.view.scrollContent.setScroll(timeline.view.scrollContent.scroll + 5)
    timeline.testWindow.waitForFrame()
    let last = try XCTUnwrap(lines().last)
    XCTAssertEqual(last["phase"] as? String, "idle")
    XCTAssertTrue(last["pointer_y"] is NSNull)
    XCTAssertTrue(last["edge_y"] is NSNull)
    XCTAssertEqual(number(last, "paints"), 0)
  }

  func testSavingIsLoggedEvenIfNothingMoves() async throws {
    let drag = try PointerDrag(on: "Standup")
    drag.stack.send(.release(time: 1))
    drag.view.scrollContent.setScroll(drag.view.scrollContent.scroll + 5)
    drag.timeline.testWindow.waitForFrame()
    let linesBefore = try lines()
    XCTAssertEqual(linesBefore.last?["saved"] as? Bool, false)
    drag.stack.isSaved = true
    let sizeBefore = fileSize
    XCTAssertTrue(Loop.run(until: { fileSize > sizeBefore }), "no frame was logged")
    let linesAfter = try lines()
    XCTAssertEqual(linesAfter.count, linesBefore.count + 1)
    XCTAssertEqual(linesAfter.last?["saved"] as? Bool, true)
  }

  func testDocumentationListsExactlyTheLoggedFields() async throws {
    let drag = try PointerDrag(on: "Standup")
    drag.timeline.testWindow.waitForFrame()
    let fields = try XCTUnwrap(lines().last).keys.sorted()
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/frame-log.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    let documentedFields = rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").map(String.init).filter {
        !$0.contains(" ") && !$0.contains(",")
      }
    }
    XCTAssertEqual(documentedFields.sorted(), fields)
  }

  /// The lines that have been written to the file so far.
  private func lines() throws -> [[String: Any]] {
    Loop.run(until: { false }, seconds: 0.12)
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try XCTUnwrap(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// The size of the file, in bytes.
  private var fileSize: Int {
    (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
  }

  private func number(_ line: [String: Any], _ field: String) -> Double {
    (line[field] as? NSNumber)?.doubleValue ?? .nan
  }
}
