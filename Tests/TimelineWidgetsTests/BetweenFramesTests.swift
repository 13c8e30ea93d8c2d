import CGtk
import Foundation
import GtkSupport
import WidgetTestSupport
import XCTest

/// Work that must not delay a frame, such as showing a change by another program.
@MainActor
final class BetweenFramesTests: WidgetTestCase {
  func testWorkWaitsForTheFrameThatIsDue() async {
    let window = TestWindow(nonNull(gtk_label_new("Label")))
    var steps: [String] = []
    _ = addTickCallback(window.window) { _ in
      steps.append("frame")
      return false
    }
    betweenFrames { steps.append("work") }
    // The frame is due by now.
    usleep(50_000)
    XCTAssertTrue(Loop.run(until: { steps.count == 2 }))
    XCTAssertEqual(steps, ["frame", "work"])
    // The work is done only once.
    Loop.run(until: { steps.count == 3 }, seconds: 0.2)
    XCTAssertEqual(steps.count, 2)
  }
}
