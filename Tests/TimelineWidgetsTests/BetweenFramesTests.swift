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
    // The frame is due by then. The work begins to wait only afterward, because after a tenth of a second it no
    // longer waits for frames.
    usleep(50_000)
    betweenFrames { steps.append("work") }
    XCTAssertTrue(Loop.run(until: { steps.count == 2 }))
    XCTAssertEqual(steps, ["frame", "work"])
    // The work is done only once.
    Loop.run(until: { steps.count == 3 }, seconds: 0.2)
    XCTAssertEqual(steps.count, 2)
  }
}
