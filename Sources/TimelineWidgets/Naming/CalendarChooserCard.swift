import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineInteraction

/// The calendar choice for a new event, shown next to it while its title is typed: a card with a ribbon. It
/// does not open a separate window, so it also works by touch.
@MainActor
final class CalendarChooserCard: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanDraftCalendars", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "draftcalendars")
  /// The padding in px around the ribbon.
  private static let padding = 3
  /// The number of visible items: the selected one and one on each side.
  private static let visibleItemCount = 3.0

  /// Called while the ribbon moves, with the calendar that becomes centred.
  var onHighlight: (CalendarOption) -> Void = { _ in }
  /// Called with the calendar on which the ribbon has come to rest, if it has changed.
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
    add(ribbon.pointer)
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.left() }
    gtk_widget_add_controller(pointer, focus)
  }

  /// Whether the ribbon has the keyboard focus.
  var hasFocus: Bool { ribbon.hasFocus }

  /// Focuses the ribbon.
  func takeFocus() -> Bool { ribbon.takeFocus() }

  /// Ends the motion and commits the choice at once, because the event is about to be created.
  func finish() { ribbon.finish() }

  private func left() {
    afterMilliseconds(0) { [weak self] in
      if let self, gtk_widget_get_root(self.pointer) != nil, !self.hasFocus { self.onLeave() }
      return false
    }
  }

  /// Places the card beside a block of the timeline.
  ///
  /// - Parameters:
  ///   - block: the block in px of the parent.
  ///   - area: the horizontal limits of the card.
  ///   - rows: the visible vertical range.
  func allocate(
    beside block: (x: ClosedRange<Double>, y: Range<Double>), in area: ClosedRange<Double>,
    _ rows: Range<Double>,
    on parent: CustomWidget
  ) {
    let padding = 2 * Double(CalendarChooserCard.padding)
    let natural = (ribbon.extent * CalendarChooserCard.visibleItemCount).rounded(.up) + padding
    let width = min(natural, area.upperBound - area.lowerBound)
    let height = Double(measure(isVertical: true, for: -1).natural)
    let x = CardPlacement.left(of: width, beside: block.x, in: area, isRightToLeft: isRightToLeft)
    let y = CardPlacement.top(of: height, beside: block.y, in: rows)
    parent.allocate(pointer, x: x.rounded(), y: y.rounded(), width: Int(width), height: Int(height))
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(
      ribbon.pointer, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
      &natural,
      nil, nil)
    let padding = 2 * CalendarChooserCard.padding
    return (Int(minimum) + padding, Int(natural) + padding)
  }

  override func allocate(width: Int, height: Int) {
    let padding = CalendarChooserCard.padding
    allocate(
      ribbon.pointer, x: Double(padding), y: Double(padding), width: max(1, width - 2 * padding),
      height: max(1, height - 2 * padding))
  }
}
