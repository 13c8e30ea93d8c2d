import Dispatch
import Foundation
import GtkSupport
import WidgetTestSupport
import XCTest

/// Swift's main queue, run by GLib's main loop.
@MainActor
final class MainLoopTests: WidgetTestCase {

  // A single test, because a process can adopt its queue only once. It is not async, because an async test itself runs
  // on the main queue, which cannot run inside itself.
  nonisolated func testMainQueueRunsAfterItIsAdopted() {
    MainActor.assumeIsolated { MainLoopTests.adopt() }
  }

  private static func adopt() {
    let log = Log()
    Task { @MainActor in
      log.steps.append("task")
      await Task.yield()
      log.steps.append("after a suspension")
    }
    // Without adoption, GLib's loop never runs the queue.
    Loop.run(until: { !log.steps.isEmpty }, seconds: 0.1)
    XCTAssertEqual(log.steps, [])
    MainLoop.adoptMainQueue()
    Loop.run(until: { log.steps.count == 2 })
    XCTAssertEqual(log.steps, ["task", "after a suspension"])

    // Work from another thread wakes the sleeping loop.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.02)
      DispatchQueue.main.async { MainActor.assumeIsolated { log.steps.append("another thread") } }
    }
    XCTAssertTrue(Loop.run(until: { log.steps.last == "another thread" }))
  }
}

@MainActor
private final class Log {
  var steps: [String] = []
}
