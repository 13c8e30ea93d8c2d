import CalendarModel
import GtkSupport
import TimelineInteraction

/// The timeline as its controllers see it.
///
/// The controllers translate GTK's events into `TimelineInput`. The host passes it to the state, which
/// decides what it means.
@MainActor
protocol TimelineInputHost: AnyObject {
  /// The widget that the controllers are added to.
  var pointer: WidgetPointer { get }
  /// The state that results from the inputs.
  var state: TimelineState { get }
  /// Passes an input to the state.
  @discardableResult func send(_ input: TimelineInput) -> Response

  /// Converts px of the widget to px of the viewport.
  func inViewport(x: Double, y: Double) -> Point
  /// Whether a position is on the days, and not on a scroll bar, the date header, a button or a popover.
  func isOnDays(x: Double, y: Double) -> Bool
  /// The target of a press at a position in px of the viewport.
  func target(at point: Point, _ pointer: PointerKind) -> PressTarget?
  /// The new event that a press on empty time at a position would create.
  func emptyTime(at point: Point) -> EmptyTime?
  /// The event whose details are open.
  var shownDetails: Occurrence.ID? { get }
}
