import CalendarModel
import GtkSupport
import TimelineInteraction

/// The functions of the timeline that all its controllers use.
///
/// The controllers translate GTK's events into `TimelineInput`. The host passes these inputs to the state,
/// which interprets them.
@MainActor
protocol TimelineInputHost: AnyObject {
  /// The widget that the controllers are added to.
  var gtkWidget: WidgetPointer { get }
  /// The state that results from the inputs.
  var state: TimelineState { get }
  /// Passes an input to the state.
  @discardableResult func send(_ input: TimelineInput) -> Response

  /// Converts widget coordinates to viewport coordinates.
  func viewportPoint(x: Double, y: Double) -> Point
  /// Returns whether a position is on the days, and not on a scroll bar, the date header, a button or a popover.
  func isOnDays(x: Double, y: Double) -> Bool
  /// Returns the target of a press at a position in viewport coordinates.
  func target(at point: Point, _ pointer: PointerKind) -> PressTarget?
  /// Selects the day on which an event was pressed, if it has a block on several days.
  func selectDay(of target: PressTarget, pressedAt point: Point)
  /// Returns the empty time at a position, with the new event that a press there would create.
  func emptyTime(at point: Point) -> EmptyTime?
  /// The event whose details are open.
  var eventWithOpenDetails: Occurrence.ID? { get }
}
