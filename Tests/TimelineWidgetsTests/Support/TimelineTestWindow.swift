import CGtk
import CGtkTesting
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import WidgetTestSupport

@testable import TimelineWidgets

/// A timeline of events in memory, on a Monday, in a window of 640 by 480 px by default.
@MainActor
final class TimelineTestWindow {
  let calendar: FakeCalendar
  let view: TimelineView
  let stack: ViewStack
  let testWindow: TestWindow
  private(set) var notices: [String] = []

  init(
    _ events: [CalendarEvent], width: Int = 640, height: Int = 480, isRightToLeft: Bool = false,
    prepare: (ViewStack) -> Void = { _ in }
  ) {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    calendar = FakeCalendar(events)
    var timeline: TimelineView?
    stack = ViewStack(phrases: Phrases(), day: FakeCalendar.day) {
      let view = TimelineView(style: $0, day: $1)
      timeline = view
      return view
    }
    guard let timeline else { preconditionFailure("the stack has no view") }
    view = timeline
    // The current time is on another day so that no now line covers the tested pixels.
    stack.now = { Instant(seconds: 0) }
    stack.dataSource = calendar
    prepare(stack)
    testWindow = TestWindow(stack.gtkWidget, width: width, height: height)
    stack.callbacks.onNotice = { [weak self] in self?.notices.append($0) }
  }

  isolated deinit {
    testWindow.close()
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
  }

  /// The titles of the timed blocks, in order.
  var titles: [String] { view.selectedColumn.blocks.map(\.occurrence.event.summary) }

  func block(_ summary: String) -> EventBlock? {
    view.page.blocks.first { $0.occurrence.event.summary == summary }
  }

  /// The bounds of a widget relative to the viewport, in px.
  func bounds(of widget: WidgetPointer) -> (x: Double, y: Double, width: Double, height: Double)? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, view.scrolledWindow, &bounds) != 0 else { return nil }
    return (
      Double(bounds.origin.x), Double(bounds.origin.y), Double(bounds.size.width), Double(bounds.size.height)
    )
  }

  /// The y coordinate of a minute of the day relative to the viewport, in px.
  func y(ofMinute minute: Int) -> Double {
    DevicePixels.round(view.axis.y(ofSecond: Double(minute * 60)), view.scaleFactor)
      - view.scrollContent.drawnScroll
  }

  /// The y coordinate of a minute of the day relative to the window, in px.
  func windowY(ofMinute minute: Int) -> Double { y(ofMinute: minute) + view.viewportTop }

  func perform(_ action: EventBlock.Action, on summary: String) {
    guard let block = block(summary) else { return }
    gtk_widget_activate_action_variant(block.gtkWidget, action.rawValue, nil)
  }
}
