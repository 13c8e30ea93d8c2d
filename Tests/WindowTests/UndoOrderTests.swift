import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import FoundationEssentials
import XCTest

@testable import Handspan

/// Undo and redo while an earlier step is still being carried out in the background.
@MainActor
final class UndoOrderTests: WindowTestCase {
  override class var components: String { WindowFixture.event("a", "Standup", day: "05", hour: "09") }

  private var session: CalendarSession { fixture.window.session }

  private func activate(_ action: String) {
    gtk_widget_activate_action_variant(fixture.window.gtkWidget, "win." + action, nil)
  }

  func testUndoWaitsForAColorThatIsBeingStored() async throws {
    let (list, session) = (fixture.list, session)
    let folder = fixture.folder.appendingPathComponent("choir")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    fixture.window.calendarOpening.open(OpenRequest(paths: [folder.path]))
    let choir = CalendarID(folder.path)
    func color() -> EventColor? { session.calendars.first { $0.id == choir }?.color }
    let isOpen = await fixture.wait { color() != nil }
    XCTAssertTrue(isOpen, "the folder is not open")
    let formerColor = color()
    fixture.window.view.delete(try XCTUnwrap(list.events.first))
    XCTAssertEqual(list.titles, [])
    let orange = EventColor(rgb: 0xFF8800)
    XCTAssertNotEqual(formerColor, orange)
    Task { await session.setColor(orange, of: choir) }
    while !session.steps.hasUnfinished { await Task.yield() }
    activate("undo")
    let isUndone = await fixture.wait { !session.steps.hasUnfinished && color() == formerColor }
    XCTAssertTrue(isUndone, "the calendar has the color \(String(describing: color()))")
    XCTAssertEqual(list.titles, [], "the deletion was undone instead")
    activate("undo")
    XCTAssertEqual(list.titles, ["Standup"])
  }

  func testRedoOfAnEditWaitsForTheImportBeforeIt() async throws {
    let (list, session) = (fixture.list, session)
    let calendar = CalendarID(fixture.file.path)
    let file = try WindowFixture.write(
      WindowFixture.event("b", "Review", day: "05", hour: "11"), in: fixture.folder, named: "new.ics")
    let files = await session.readFilesToImport(at: [file.path])
    let plan = try await session.plan(files.contents, into: calendar).get()
    let failure = await session.perform(plan, into: calendar, ImportProgress())
    XCTAssertNil(failure)
    fixture.window.view.delete(try XCTUnwrap(list.events.first { $0.event.summary == "Review" }))
    XCTAssertEqual(list.titles, ["Standup"])
    for _ in 0..<2 { activate("undo") }
    let isUndone = await fixture.wait { !session.steps.hasUnfinished && list.titles == ["Standup"] }
    XCTAssertTrue(isUndone, "the view shows \(list.titles)")
    for _ in 0..<2 { activate("redo") }
    let isRedone = await fixture.wait { !session.steps.hasUnfinished && !session.canRedo }
    XCTAssertTrue(isRedone, "not everything was redone")
    XCTAssertEqual(list.titles, ["Standup"], "the deletion was not redone")
    activate("undo")
    XCTAssertEqual(list.titles, ["Standup", "Review"])
  }
}
