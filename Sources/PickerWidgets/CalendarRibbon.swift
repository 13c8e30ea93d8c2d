import CalendarModel
import CalendarText
import GtkSupport
import TimelinePainting

/// A ribbon for choosing a calendar.
@MainActor
package final class CalendarRibbon {
  package var gtkWidget: WidgetPointer { picker.gtkWidget }
  /// Called when the ribbon has come to rest on a different calendar.
  package var onCommit: (CalendarID) -> Void = { _ in }
  /// Called while the ribbon moves, for each calendar that becomes centered.
  package var onHighlight: (CalendarOption) -> Void = { _ in }

  let picker: ListPicker
  private let choices: [CalendarOption]

  /// Creates a ribbon at rest on a calendar, or on the first one if `selected` is not among `choices`.
  ///
  /// - Precondition: `choices` is not empty.
  package init(phrases: Phrases, choices: [CalendarOption], selected: CalendarID) {
    self.choices = choices
    let painters = choices.map { CalendarItemPainter($0.name, color: $0.color) }
    let items = PickerItems(
      count: choices.count, painter: { painters[$0] }, name: { choices[$0].name },
      size: { text in
        let sizes = painters.map { $0.size(text: text) }
        return (sizes.map(\.along).max() ?? 0, sizes.map(\.across).max() ?? 0)
      })
    picker = ListPicker(
      phrases: phrases, name: phrases.translator.tr("Calendar"), items: items,
      selected: choices.firstIndex { $0.id == selected } ?? 0)
    picker.onCommit = { [weak self] in self?.onCommit(choices[$0].id) }
    picker.onHighlight = { [weak self] in self?.onHighlight(choices[$0]) }
  }

  /// Shows a calendar. While the ribbon is moving, the change is delayed until the ribbon comes to rest, and
  /// is dropped if the user has picked a different calendar by then.
  package func select(_ calendar: CalendarID) {
    choices.firstIndex { $0.id == calendar }.map(picker.select)
  }

  package var hasFocus: Bool { picker.containsFocus }

  /// Grabs the focus.
  ///
  /// - Returns: whether it succeeded.
  package func takeFocus() -> Bool { picker.grabFocus() }

  /// Whether a mouse press gives the focus to the ribbon.
  package var takesFocusWhenPressed: Bool {
    get { picker.takesFocusWhenPressed }
    set { picker.takesFocusWhenPressed = newValue }
  }

  package var count: Int { choices.count }

  /// The distance between the centers of adjacent calendars, in px.
  package var itemExtent: Double { picker.itemExtent }

  /// Comes to rest and commits immediately. Call this when the surrounding window is about to close.
  package func finish() { picker.finish() }
}
