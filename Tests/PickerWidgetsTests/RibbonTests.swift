import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import PickerWidgets

/// The ribbons of icons, colors and calendars.
@MainActor
final class RibbonTests: WidgetTestCase {
  private var testWindow: TestWindow!
  private static let red = EventColor(red: 0.88, green: 0.11, blue: 0.14)
  private static let teal = EventColor(red: 0, green: 128.0 / 255, blue: 128.0 / 255)

  override func tearDown() async throws {
    testWindow = nil
    try await super.tearDown()
  }

  private func makeIconRibbon(_ icon: Character?) -> IconRibbon {
    let ribbon = IconRibbon(phrases: Phrases(), icon: icon)
    testWindow = TestWindow(ribbon.gtkWidget, width: 400, height: 120)
    return ribbon
  }

  private func press(_ key: Int32, on picker: ListPicker) {
    _ = picker.handleKey(KeyEvent(symbol: UInt32(key), modifiers: []))
    Loop.run(until: { !picker.isBusy })
  }

  private func search(_ text: String, in ribbon: IconRibbon) {
    let count = ribbon.icons.count
    gtk_editable_set_text(ribbon.searchEntry.opaque, text)
    Loop.run(until: { ribbon.icons.count != count })
  }

  func testFirstItemRemovesTheIcon() async {
    let ribbon = makeIconRibbon("🎉")
    var commits: [Character?] = []
    ribbon.onCommit = { commits.append($0) }
    press(GDK_KEY_Home, on: ribbon.picker)
    XCTAssertEqual(commits, [nil])
    press(GDK_KEY_Right, on: ribbon.picker)
    XCTAssertEqual(commits, [nil, ribbon.icons[0].icon])
  }

  func testIconOutsideTheListIsKeptAndNamed() async {
    let ribbon = makeIconRibbon("🦀")
    XCTAssertEqual(ribbon.icons.first, NamedIcon(icon: "🦀", name: "crab"))
    XCTAssertEqual(ribbon.picker.selectedItem, 1)
  }

  func testSearchShowsMatchesAndTheSelectedIcon() async {
    let ribbon = makeIconRibbon("🎉")
    search("den", in: ribbon)
    XCTAssertEqual(ribbon.icons.map(\.icon), ["🎉", "🦷"])
    XCTAssertEqual(ribbon.picker.selectedItem, 1, "searching changed the selection")
    var commits: [Character?] = []
    ribbon.onCommit = { commits.append($0) }
    ribbon.pickFirstResult()
    Loop.run(until: { !ribbon.picker.isBusy })
    XCTAssertEqual(commits, ["🦷"])
    search("", in: ribbon)
    XCTAssertEqual(ribbon.icon, "🦷")
    XCTAssertGreaterThan(ribbon.icons.count, 50)
  }

  func testEnterFindsTheIconWithoutAPauseInTyping() async {
    let ribbon = makeIconRibbon(nil)
    search("den", in: ribbon)
    XCTAssertEqual(ribbon.icons.map(\.icon), ["🦷"])
    var commits: [Character?] = []
    ribbon.onCommit = { commits.append($0) }
    gtk_editable_set_text(ribbon.searchEntry.opaque, "party")
    ribbon.pickFirstResult()
    Loop.run(until: { !ribbon.picker.isBusy })
    XCTAssertEqual(commits, ["🎉"])
  }

  func testIconsAreValidAndHaveDistinctNames() async {
    let icons = Phrases().icons
    XCTAssertEqual(icons.filter { !$0.icon.isIcon }.map(\.icon), [])
    XCTAssertEqual(Set(icons.map(\.icon)).count, icons.count)
    XCTAssertEqual(Set(icons.map(\.name)).count, icons.count)
  }

  func testCalendarsColorIsFirstAndOtherColorsAreKept() async {
    let ribbon = ColorRibbon(phrases: Phrases(), color: RibbonTests.teal, calendarColor: RibbonTests.red)
    testWindow = TestWindow(ribbon.gtkWidget, width: 400, height: 60)
    XCTAssertEqual(ribbon.picker.selectedItem, 1)
    XCTAssertEqual(ribbon.picker.items.name(1), "Teal")
    var commits: [EventColor?] = []
    ribbon.onCommit = { commits.append($0) }
    press(GDK_KEY_Left, on: ribbon.picker)
    XCTAssertEqual(commits, [nil])
    press(GDK_KEY_Right, on: ribbon.picker)
    XCTAssertEqual(commits, [nil, RibbonTests.teal], "the color could not be selected again")
    ribbon.select(Phrases().eventColors[2].color)
    XCTAssertEqual(ribbon.picker.selectedItem, 3)
  }

  // MARK: Calendars

  private static let choices = ["Work", "Home", "Rowing club of the river"].map {
    CalendarOption(id: CalendarID($0), name: $0, color: RibbonTests.teal)
  }

  private func makeCalendarRibbon(width: Int = 300) -> CalendarRibbon {
    let ribbon = CalendarRibbon(
      phrases: Phrases(), choices: RibbonTests.choices, selected: RibbonTests.choices[1].id)
    testWindow = TestWindow(ribbon.gtkWidget, width: width, height: 120)
    return ribbon
  }

  func testCalendarIsSelectedByArrowsOrByName() async {
    let ribbon = makeCalendarRibbon()
    XCTAssertEqual(ribbon.picker.selectedItem, 1)
    var commits: [String] = []
    ribbon.onCommit = { commits.append($0.key) }
    press(GDK_KEY_Left, on: ribbon.picker)
    press(GDK_KEY_r, on: ribbon.picker)
    Loop.run(until: { commits.count > 1 })
    XCTAssertEqual(commits, ["Work", "Rowing club of the river"])
  }

  func testSelectingACalendarInCodeCommitsNothing() async {
    let ribbon = makeCalendarRibbon()
    ribbon.onCommit = { XCTFail("\($0.key) was committed") }
    ribbon.select(RibbonTests.choices[2].id)
    XCTAssertEqual(ribbon.picker.selectedItem, 2)
    ribbon.select(CalendarID("elsewhere"))
    XCTAssertEqual(ribbon.picker.selectedItem, 2)
  }

  func testLongNameLeavesItsNeighborsVisible() async {
    for width in [160, 300] {
      let track = makeCalendarRibbon(width: width).picker.motion.track
      for item in 0...2 {
        XCTAssert(
          (0...track.viewportLength).contains(track.center(of: item, at: 1)),
          "item \(item) at a width of \(width) px")
      }
      testWindow.close()
    }
  }
}
