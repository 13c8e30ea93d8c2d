import CGtk
import Glibc
import XCTest

/// A test that needs GTK: skipped where there is no display, failed by anything that GTK complains of.
///
/// XCTest calls it on the process's main thread, which is the only one for GTK. Tests are async, because on Linux
/// XCTest does not find others of an actor.
@MainActor
open class WidgetTestCase: XCTestCase {
  private static let hasDisplay: Bool = {
    // Nothing outside this process may have a say in what is seen: no settings, no GPU, no bus.
    setenv("GSK_RENDERER", "cairo", 1)
    setenv("GTK_A11Y", "test", 1)
    setenv("GSETTINGS_BACKEND", "memory", 1)
    for name in ["GTK_THEME", "GDK_SCALE", "GDK_DPI_SCALE", "HANDSPAN_FRAME_LOG"] { unsetenv(name) }
    Complaints.listen()
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    return true
  }()

  open override func setUp() async throws {
    try XCTSkipUnless(
      WidgetTestCase.hasDisplay, "there is no display; `xvfb-run swift test` offers one")
    _ = Complaints.taken()
  }

  open override func tearDown() async throws {
    XCTAssertEqual(Complaints.taken(), [], "GTK complained")
  }
}
