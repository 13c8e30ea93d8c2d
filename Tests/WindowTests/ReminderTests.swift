import CGtk
import CalendarModel
import CalendarSession
import FoundationEssentials
import GtkSupport
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What the window asks and does about reminders.
@MainActor
final class ReminderTests: TimelineWindowTestCase {
  override class var components: String {
    super.components.replacing("SUMMARY:Lunch\r\n", with: "SUMMARY:Lunch\r\n" + Self.alarm)
  }
  private static let alarm =
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:x\r\nEND:VALARM\r\n"
  private static let question = "Show reminders as notifications, even while Handspan is closed?"

  private let settings = FileManager.default.temporaryDirectory
    .appendingPathComponent("handspan-\(UUID().uuidString)")
  private lazy var storedPreferences = Preferences(file: settings.path)
  override var preferences: Preferences { storedPreferences }

  override func tearDown() async throws {
    try await super.tearDown()
    try? FileManager.default.removeItem(at: settings)
  }

  private var asks: Bool {
    widgets(ofType: gtk_label_get_type()).contains {
      String(cString: gtk_label_get_text($0.opaque)) == Self.question && isRevealed($0)
    }
  }

  private func isRevealed(_ widget: WidgetPointer) -> Bool {
    var current: WidgetPointer? = widget
    while let widget = current {
      if g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_revealer_get_type()) != 0 {
        return gtk_revealer_get_reveal_child(widget.opaque) != 0
      }
      current = gtk_widget_get_parent(widget)
    }
    return false
  }

  private func reopenWindow() async throws {
    await fixture.close()
    try await openWindow()
  }

  private func removeReminder() {
    let lunch = window.session.occurrences(in: Self.monday..<Self.monday.adding(days: 1))
      .first { $0.event.summary == "Lunch" }
    guard let lunch else { return XCTFail("there is no event with a reminder") }
    _ = window.session.apply(
      EventEdit(target: lunch.event.id, change: .set([.reminders([])])), in: ApplyContext())
  }

  func testQuestionIsAskedOnceAndStaysAnswered() async throws {
    XCTAssertTrue(asks)
    activate("decline-reminders")
    XCTAssertFalse(asks)
    XCTAssertFalse(preferences[Preferences.ringsWhileClosed])
    try await reopenWindow()
    XCTAssertFalse(asks)
  }

  func testRemindersAreSwitchedOnByTheAnswer() async throws {
    var announcements: [String] = []
    Accessible.onAnnounce = { text, _ in announcements.append(text) }
    defer { Accessible.onAnnounce = nil }
    XCTAssertTrue(asks)
    activate("show-reminders")
    XCTAssertFalse(asks)
    XCTAssertTrue(preferences[Preferences.ringsWhileClosed])
    await settle()
    XCTAssertTrue(FocusedWidget.isIn(timeline.gtkWidget))
    let isAnnounced = await wait(seconds: 3) { announcements.contains("Reminders are shown from now on") }
    XCTAssertTrue(isAnnounced, "\(announcements)")
  }

  func testQuestionEndsWhenThePreferencesAnswerIt() async throws {
    XCTAssertTrue(asks)
    preferences[Preferences.ringsWhileClosed] = true
    XCTAssertFalse(asks)
  }

  func testQuestionDependsOnThereBeingReminders() async throws {
    XCTAssertTrue(asks)
    removeReminder()
    await settle()
    XCTAssertFalse(asks)
    _ = window.session.undo()
    let asksAgain = await fixture.wait { self.asks }
    XCTAssertTrue(asksAgain)
  }

  func testNothingIsAskedIfTheAnswerWouldBeForgotten() async throws {
    await fixture.close()
    storedPreferences = Preferences()
    try await openWindow()
    XCTAssertTrue(window.session.hasRemindersToShow(includingAccounts: false))
    XCTAssertFalse(asks)
  }

  // MARK: New events

  /// Makes an event with the keyboard, and returns it.
  private func makeEvent() async throws -> CalendarEvent {
    activate("new-event")
    await settle()
    keyboard.press("Return")
    await settle()
    let events = window.session.occurrences(in: Self.monday..<Self.monday.adding(days: 7)).map(\.event)
    return try XCTUnwrap(events.first { $0.summary.isEmpty }, "\(events.map(\.summary))")
  }

  func testNewEventHasTheDefaultReminder() async throws {
    preferences[Preferences.defaultReminder] = "30"
    let event = try await makeEvent()
    XCTAssertEqual(event.reminders, [.before(seconds: 1800)])
  }

  func testNewEventHasNoReminderUnlessOneWasChosen() async throws {
    let event = try await makeEvent()
    XCTAssertEqual(event.alarms, [])
  }

  func testDefaultReminderFollowsTheSwitchForAllDay() async throws {
    preferences[Preferences.defaultReminder] = "30"
    preferences[Preferences.defaultAllDayReminder] = "1"
    preferences[Preferences.allDayReminderTime] = 18 * 60
    let event = try await makeEvent()
    let occurrence = try XCTUnwrap(
      window.session.occurrences(in: Self.monday..<Self.monday.adding(days: 7)).first {
        $0.event.id == event.id
      })
    window.editor.edit(occurrence)
    await settle()
    let toggle = try XCTUnwrap(widgets(ofType: gtk_switch_get_type()).first)
    gtk_switch_set_active(toggle.opaque, 1)
    await settle()
    let edited = try XCTUnwrap(window.session.editedEvent)
    XCTAssertTrue(edited.times.isAllDay)
    XCTAssertEqual(edited.reminders, [.days(1, atSecondOfDay: 18 * 3600)])
  }
}
