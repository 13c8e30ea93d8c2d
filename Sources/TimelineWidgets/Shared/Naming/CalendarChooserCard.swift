import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineInteraction

/// A card with a ribbon for choosing the calendar of a new event, shown beside the event while its title is
/// being typed. It does not open a separate window, so it also works with touch.
@MainActor
final class CalendarChooserCard: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanCalendarChooserCard", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "calendarchooser")
  /// The padding in px around the ribbon.
  private static let padding = 3
  /// The maximum number of visible items: the selected one and one on each side.
  private static let visibleItemCount = 3

  /// Called while the ribbon moves, with the calendar that is now centered.
  var onHighlight: (CalendarOption) -> Void = { _ in }
  /// Called when the ribbon has come to rest on a different calendar.
  var onChoose: (CalendarID) -> Void = { _ in }
  /// Called when the focus has left the card.
  var onLeave: () -> Void = {}

  let ribbon: CalendarRibbon

  /// - Precondition: there is more than one choice.
  init(_ choices: [CalendarOption], selected: CalendarID, phrases: Phrases) {
    ribbon = CalendarRibbon(phrases: phrases, choices: choices, selected: selected)
    super.init(CalendarChooserCard.widgetClass)
    // A press on a calendar leaves the focus in the title field.
    ribbon.takesFocusWhenPressed = false
    ribbon.onHighlight = { [weak self] in self?.onHighlight($0) }
    ribbon.onCommit = { [weak self] in self?.onChoose($0) }
    add(ribbon.gtkWidget)
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.didLoseFocus() }
    gtk_widget_add_controller(gtkWidget, focus)
  }

  /// Whether the ribbon has the keyboard focus.
  var hasFocus: Bool { ribbon.hasFocus }

  /// Focuses the ribbon.
  func takeFocus() -> Bool { ribbon.takeFocus() }

  /// Ends the motion and commits the choice immediately, because the event is about to be created.
  func finish() { ribbon.finish() }

  private func didLoseFocus() {
    afterMilliseconds(0) { [weak self] in
      if let self, gtk_widget_get_root(self.gtkWidget) != nil, !self.hasFocus { self.onLeave() }
      return false
    }
  }

  /// Allocates the card beside a block of the timeline.
  ///
  /// - Parameters:
  ///   - block: the rectangle of the block, in the parent's coordinates.
  ///   - horizontalRange: the range within which the card is placed, in the parent's coordinates.
  ///   - verticalRange: the visible range, in the parent's coordinates.
  func allocate(
    beside block: (x: ClosedRange<Double>, y: Range<Double>), in horizontalRange: ClosedRange<Double>,
    _ verticalRange: Range<Double>, on parent: CustomWidget
  ) {
    let padding = 2 * Double(CalendarChooserCard.padding)
    let visibleCount = Double(min(ribbon.count, CalendarChooserCard.visibleItemCount))
    let naturalWidth = (ribbon.itemExtent * visibleCount).rounded(.up) + padding
    let width = min(naturalWidth, horizontalRange.upperBound - horizontalRange.lowerBound)
    let height = Double(measure(isVertical: true, for: -1).natural)
    let x = CardPlacement.left(
      forWidth: width, beside: block.x, in: horizontalRange, isRightToLeft: isRightToLeft)
    let y = CardPlacement.top(forHeight: height, beside: block.y, in: verticalRange)
    parent.allocate(gtkWidget, x: x.rounded(), y: y.rounded(), width: Int(width), height: Int(height))
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(
      ribbon.gtkWidget, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
      &natural,
      nil, nil)
    let padding = 2 * CalendarChooserCard.padding
    return (Int(minimum) + padding, Int(natural) + padding)
  }

  override func allocate(width: Int, height: Int) {
    let padding = CalendarChooserCard.padding
    allocate(
      ribbon.gtkWidget, x: Double(padding), y: Double(padding), width: max(1, width - 2 * padding),
      height: max(1, height - 2 * padding))
  }
}
