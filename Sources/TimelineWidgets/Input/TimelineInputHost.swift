import CalendarModel
import GtkSupport
import TimelineInteraction

/// What the controllers on the timeline ask of it, and whom they tell what they hear.
///
/// They make a `TimelineInput` of what GTK says. What it means is decided by the state that the host hands it to.
@MainActor
protocol TimelineInputHost: AnyObject {
  /// The widget that they sit on.
  var pointer: WidgetPointer { get }
  /// What the inputs have come to.
  var state: TimelineState { get }
  /// Hands an input to the state.
  @discardableResult func send(_ input: TimelineInput) -> Response

  /// px of the viewport from px of the widget.
  func inViewport(x: Double, y: Double) -> Point
  /// Whether a press there is one on the days: not on a scroll bar, the dates, a button or a popover.
  func isOnDays(x: Double, y: Double) -> Bool
  /// What is held by a press there, in px of the viewport.
  func target(at point: Point, _ pointer: PointerKind) -> PressTarget?
  /// What a press on empty time there becomes.
  func emptyTime(at point: Point) -> EmptyTime?
  /// The event whose details are open.
  var shownDetails: Occurrence.ID? { get }
}
