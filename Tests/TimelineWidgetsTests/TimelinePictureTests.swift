import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The rendered timeline: colors at their positions, in light and dark style, and right to left.
@MainActor
final class TimelinePictureTests: WidgetTestCase {
  private static let event = FakeCalendar.event("Standup", 9 * 60..<11 * 60, color: FakeCalendar.red)

  override func tearDown() async throws {
    adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_DEFAULT)
    try await super.tearDown()
  }

  func testEventIsPaintedAtItsHoursInLightStyle() async throws {
    let light = try checkColors(isDark: false)
    XCTAssertFalse(light.palette.isDark)
  }

  func testEventIsPaintedAtItsHoursInDarkStyle() async throws {
    let dark = try checkColors(isDark: true)
    XCTAssertTrue(dark.palette.isDark)
  }

  func testLightAndDarkStyleDiffer() async throws {
    XCTAssertNotEqual(try checkColors(isDark: false).fill, try checkColors(isDark: true).fill)
  }

  func testGutterIsOnTheRightInRightToLeftLayouts() async throws {
    let timeline = TimelineTestWindow([TimelinePictureTests.event], isRightToLeft: true)
    XCTAssertTrue(timeline.view.isRightToLeft)
    let picture = timeline.testWindow.picture()
    let tint = EventTint(FakeCalendar.red, palette: timeline.view.style.palette)
    let y = Int(timeline.windowY(ofMinute: 10 * 60))
    XCTAssertTrue(picture.has(tint.fill, atX: Int(PageDeck.endInset) + 8, y: y))
    XCTAssertFalse(picture.has(tint.fill, atX: 640 - 8, y: y))
    XCTAssertTrue(hasStripe(picture, tint, timeline, x: 640 - Int(timeline.view.style.gutterWidth) - 3))
  }

  func testContentIsRenderedAtTheRoundedOffset() async {
    let timeline = TimelineTestWindow([TimelinePictureTests.event])
    func pixels() -> [UInt32?] {
      timeline.testWindow.waitForFrame()
      let picture = timeline.testWindow.picture()
      // The scroll bar fades in and out by itself.
      return (0..<picture.height).flatMap { y in
        (0..<picture.width - Int(PageDeck.endInset)).map { picture[$0, y] }
      }
    }
    /// The pixels once they no longer change; GTK fades its own parts in and out.
    func picture(_ offset: Double) -> [UInt32?] {
      timeline.view.scrollContent.setScroll(offset)
      var last = pixels()
      for _ in 0..<20 {
        let next = pixels()
        if next == last { break }
        last = next
      }
      return last
    }
    // The failure message of XCTAssertEqual would list all pixels, so it is not used here.
    let pictureAtWholeOffset = picture(500)
    XCTAssertTrue(picture(500.3) == pictureAtWholeOffset)
    XCTAssertTrue(picture(499.6) == pictureAtWholeOffset)
    XCTAssertFalse(picture(501) == pictureAtWholeOffset, "a different offset looks the same")
  }

  /// Checks that the event's fill color appears only inside the event's bounds. Returns the palette and that color.
  private func checkColors(isDark: Bool) throws -> (palette: Palette, fill: UInt32?) {
    adw_style_manager_set_color_scheme(
      adw_style_manager_get_default(), isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT)
    let timeline = TimelineTestWindow([TimelinePictureTests.event])
    timeline.testWindow.waitForFrame()
    let picture = timeline.testWindow.picture()
    let palette = timeline.view.style.palette
    let tint = EventTint(FakeCalendar.red, palette: palette)
    let (top, bottom) = (Int(timeline.windowY(ofMinute: 9 * 60)), Int(timeline.windowY(ofMinute: 11 * 60)))
    let x = 640 - Int(PageDeck.endInset) - 20
    XCTAssertTrue((0..<480).contains(top), "the event is not visible")
    for y in [top + 8, (top + bottom) / 2, bottom - 8] where y < 480 {
      XCTAssertTrue(picture.has(tint.fill, atX: x, y: y), "the event's fill color is not at \(y)")
    }
    XCTAssertFalse(picture.has(tint.fill, atX: x, y: top - 8), "the fill color is above the event")
    if bottom + 8 < 480 {
      XCTAssertFalse(picture.has(tint.fill, atX: x, y: bottom + 8), "the fill color is below the event")
    }
    XCTAssertTrue(hasStripe(picture, tint, timeline, x: Int(timeline.view.style.gutterWidth) + 2))
    return (palette, picture[x, top + 8])
  }

  private func hasStripe(_ picture: Pixels, _ tint: EventTint, _ timeline: TimelineTestWindow, x: Int) -> Bool
  {
    let y = Int(timeline.windowY(ofMinute: 10 * 60))
    return (x - 3...x + 3).contains { picture.has(tint.mark, atX: $0, y: y) }
  }
}
