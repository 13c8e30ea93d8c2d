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
    // After this pause, the frame is due. The work is added only then, because it waits for frames for at most a
    // tenth of a second.
    usleep(50_000)
    betweenFrames { steps.append("work") }
    XCTAssertTrue(Loop.run(until: { steps.count == 2 }))
    XCTAssertEqual(steps, ["frame", "work"])
    // The work is done only once.
    Loop.run(until: { steps.count == 3 }, seconds: 0.2)
    XCTAssertEqual(steps.count, 2)
  }
}
