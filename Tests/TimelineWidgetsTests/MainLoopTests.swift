import Dispatch
import Foundation
import GtkSupport
import WidgetTestSupport
import XCTest

/// Swift's main queue under GLib's loop.
@MainActor
final class MainLoopTests: WidgetTestCase {

  // One test, because a process adopts its queue once and for all. It is not async: such a test is itself work of
  // the main queue, which would have to run within itself.
  nonisolated func testTheMainQueueRunsOnceItIsAdopted() {
    MainActor.assumeIsolated { MainLoopTests.adopt() }
  }

  private static func adopt() {
    let diary = Diary()
    Task { @MainActor in
      diary.steps.append("task")
      await Task.yield()
      diary.steps.append("after a suspension")
    }
    // Without adoption GLib's loop never looks at the queue: the premise of it all.
    Loop.run(until: { !diary.steps.isEmpty }, seconds: 0.1)
    XCTAssertEqual(diary.steps, [])
    MainLoop.adoptMainQueue()
    Loop.run(until: { diary.steps.count == 2 })
    XCTAssertEqual(diary.steps, ["task", "after a suspension"])

    // Work from another thread wakes the loop while it sleeps.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.02)
      DispatchQueue.main.async { MainActor.assumeIsolated { diary.steps.append("elsewhere") } }
    }
    XCTAssertTrue(Loop.run(until: { diary.steps.last == "elsewhere" }))
  }
}

@MainActor
private final class Diary {
  var steps: [String] = []
}
