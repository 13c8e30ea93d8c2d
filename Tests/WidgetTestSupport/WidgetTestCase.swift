import CGtk
import Glibc
import XCTest

/// A test case that needs GTK: skipped if there is no display. It fails if GTK logs a warning.
///
/// XCTest runs it on the main thread, the only one that may use GTK. Tests are async because XCTest on Linux does not
/// find the synchronous tests of an actor-isolated class.
@MainActor
open class WidgetTestCase: XCTestCase {
  private static let hasDisplay: Bool = {
    // The environment must not influence the results: no user settings, GPU or accessibility bus.
    setenv("GSK_RENDERER", "cairo", 1)
    setenv("GTK_A11Y", "test", 1)
    setenv("GSETTINGS_BACKEND", "memory", 1)
    for name in ["GTK_THEME", "GDK_SCALE", "GDK_DPI_SCALE", "HANDSPAN_FRAME_LOG"] { unsetenv(name) }
    GLibWarnings.startCollecting()
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    return true
  }()

  /// The beginning of a warning of GTK that a library causes, and that is therefore accepted; set by a test with its
  /// reason.
  package var acceptedWarning: String?

  open override func setUp() async throws {
    try XCTSkipUnless(
      WidgetTestCase.hasDisplay, "there is no display; run `xvfb-run swift test`")
    _ = GLibWarnings.takeAll()
  }

  open override func tearDown() async throws {
    let warnings = GLibWarnings.takeAll().filter { warning in
      acceptedWarning.map { !warning.contains($0) } ?? true
    }
    XCTAssertEqual(warnings, [], "GTK logged warnings")
  }
}
