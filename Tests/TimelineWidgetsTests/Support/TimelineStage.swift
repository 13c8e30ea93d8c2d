import CGtk
import CGtkTesting
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import WidgetTestSupport

@testable import TimelineWidgets

/// A timeline over events in memory, on a Monday, in a window of 640 by 480 px.
@MainActor
final class TimelineStage {
  let calendar: FakeCalendar
  let view: TimelineView
  let stage: Stage
  private(set) var notices: [String] = []

  init(
    _ events: [CalendarEvent], width: Int = 640, height: Int = 480, isRightToLeft: Bool = false,
    prepare: (TimelineView) -> Void = { _ in }
  ) {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    calendar = FakeCalendar(events)
    view = TimelineView(phrases: Phrases(), day: FakeCalendar.day)
    // The present is on another day, so that no line of it lies across what is looked at.
    view.now = { Instant(seconds: 0) }
    view.dataSource = calendar
    prepare(view)
    stage = Stage(view.pointer, width: width, height: height)
    view.onNotice = { [weak self] in self?.notices.append($0) }
  }

  isolated deinit {
    stage.close()
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
  }

  /// The titles of the blocks on the hours, in order.
  var titles: [String] { view.column.blocks.map(\.occurrence.event.summary) }

  func block(_ summary: String) -> EventBlock? {
    view.allBlocks.first { $0.occurrence.event.summary == summary }
  }

  /// Where a widget is, in px of the viewport.
  func bounds(of widget: WidgetPointer) -> (x: Double, y: Double, width: Double, height: Double)? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, view.scrolledWindow, &bounds) != 0 else { return nil }
    return (
      Double(bounds.origin.x), Double(bounds.origin.y), Double(bounds.size.width), Double(bounds.size.height)
    )
  }

  /// The px of the viewport at which a minute of the day is drawn.
  func y(ofMinute minute: Int) -> Double {
    DevicePixels.round(view.axis.y(ofSecond: Double(minute * 60)), view.scaleFactor) - view.sheet.drawnScroll
  }

  /// The px of the window at which a minute of the day is drawn.
  func windowY(ofMinute minute: Int) -> Double { y(ofMinute: minute) + view.viewportTop }

  func perform(_ action: EventBlock.Action, on summary: String) {
    guard let block = block(summary) else { return }
    gtk_widget_activate_action_variant(block.pointer, action.rawValue, nil)
  }
}

extension CustomWidget {
  /// What assistive technology has for a text of the widget other than the expected one; nil if it is that.
  func differs(_ property: GtkAccessibleProperty, from expected: String) -> String? {
    accessible(pointer, property, differsFrom: expected)
  }

  /// The same for a state that is on or off.
  func differs(_ state: GtkAccessibleState, from expected: Bool) -> String? {
    accessible(pointer, state, differsFrom: expected)
  }
}

/// What assistive technology has for a text of a widget other than the expected one; nil if it is that.
func accessible(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, differsFrom expected: String
) -> String? {
  takeString(handspan_test_text_property(widget, property, expected))
}

/// The same for a state that is on or off.
func accessible(_ widget: WidgetPointer, _ state: GtkAccessibleState, differsFrom expected: Bool) -> String? {
  takeString(handspan_test_boolean_state(widget, state, expected.gboolean))
}
