import CalendarModel
import WidgetTestSupport
import XCTest

/// A test case with a window that shows a Monday.
@MainActor
class WindowTestCase: WidgetTestCase {
  static let monday = Day(ordinal: 20_458)
  var fixture: WindowFixture!
  /// The components of the calendar.
  class var components: String { "" }

  override func setUp() async throws {
    try await super.setUp()
    WindowFixture.resetSettings()
    fixture = try await WindowFixture(Self.components, at: Self.monday)
  }

  override func tearDown() async throws {
    await fixture?.close()
    fixture = nil
    try await super.tearDown()
  }
}
