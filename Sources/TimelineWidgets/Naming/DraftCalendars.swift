import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineInteraction

/// The choice of a calendar for a new event, shown beside it while its title is typed: a card with a ribbon, which
/// opens no separate window, so that it also works by touch.
@MainActor
final class DraftCalendars: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanDraftCalendars", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "draftcalendars")
  /// px around the ribbon.
  private static let padding = 3
  /// Items that have room: the picked one and one to each side.
  private static let itemsInSight = 3.0

  /// Called while the ribbon moves, with what becomes the centred calendar.
  var onHighlight: (CalendarOption) -> Void = { _ in }
  /// Called with the calendar on which the ribbon has come to rest, if it is another one.
  var onChoose: (CalendarID) -> Void = { _ in }
  /// Called when the focus went elsewhere.
  var onLeave: () -> Void = {}

  let ribbon: CalendarRibbon

  /// - Precondition: there is a choice.
  init(_ choices: [CalendarOption], selected: CalendarID, phrases: Phrases) {
    ribbon = CalendarRibbon(phrases: phrases, choices: choices, selected: selected)
    super.init(DraftCalendars.widgetClass)
    // A press on a calendar leaves the keyboard with the title.
    ribbon.takesFocusWhenPressed = false
    ribbon.onHighlight = { [weak self] in self?.onHighlight($0) }
    ribbon.onCommit = { [weak self] in self?.onChoose($0) }
    add(ribbon.pointer)
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.left() }
    gtk_widget_add_controller(pointer, focus)
  }

  /// Whether one is choosing by keys.
  var hasFocus: Bool { ribbon.hasFocus }

  /// Lets one choose by keys.
  func takeFocus() -> Bool { ribbon.takeFocus() }

  /// Comes to rest and commits at once: the event is about to be made.
  func finish() { ribbon.finish() }

  private func left() {
    afterMilliseconds(0) { [weak self] in
      if let self, gtk_widget_get_root(self.pointer) != nil, !self.hasFocus { self.onLeave() }
      return false
    }
  }

  /// Stands beside a block of the timeline.
  ///
  /// - Parameters:
  ///   - block: where that is, in px of the parent.
  ///   - area: what the card must not leave sideways.
  ///   - rows: those that are in sight.
  func stand(
    beside block: (x: ClosedRange<Double>, y: Range<Double>), in area: ClosedRange<Double>,
    _ rows: Range<Double>,
    on parent: CustomWidget
  ) {
    let padding = 2 * Double(DraftCalendars.padding)
    let natural = (ribbon.extent * DraftCalendars.itemsInSight).rounded(.up) + padding
    let width = min(natural, area.upperBound - area.lowerBound)
    let height = Double(measure(isVertical: true, for: -1).natural)
    let x = BesideEvent.left(of: width, beside: block.x, in: area, isRightToLeft: isRightToLeft)
    let y = BesideEvent.top(of: height, beside: block.y, in: rows)
    parent.allocate(pointer, x: x.rounded(), y: y.rounded(), width: Int(width), height: Int(height))
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(
      ribbon.pointer, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
      &natural,
      nil, nil)
    let padding = 2 * DraftCalendars.padding
    return (Int(minimum) + padding, Int(natural) + padding)
  }

  override func allocate(width: Int, height: Int) {
    let padding = DraftCalendars.padding
    allocate(
      ribbon.pointer, x: Double(padding), y: Double(padding), width: max(1, width - 2 * padding),
      height: max(1, height - 2 * padding))
  }
}
