import CalendarModel
import CalendarText
import GtkSupport
import TimelinePainting

/// A ribbon of calendars to choose from.
@MainActor
package final class CalendarRibbon {
  package var pointer: WidgetPointer { picker.pointer }
  /// Called with the calendar on which the row has come to rest, if it is another one.
  package var onCommit: (CalendarID) -> Void = { _ in }
  /// Called while the row moves, with each calendar that becomes the centred one.
  package var onHighlight: (CalendarOption) -> Void = { _ in }

  let picker: ListPicker
  private let choices: [CalendarOption]

  /// A ribbon at rest on a calendar, the first one if it is none of them.
  ///
  /// - Precondition: there is a choice.
  package init(phrases: Phrases, choices: [CalendarOption], selected: CalendarID) {
    self.choices = choices
    let faces = choices.map { CalendarFace($0.name, color: $0.color) }
    let items = PickerItems(
      count: choices.count, face: { faces[$0] }, name: { choices[$0].name },
      size: { text in
        let sizes = faces.map { $0.size(text: text) }
        return (sizes.map(\.along).max() ?? 0, sizes.map(\.across).max() ?? 0)
      })
    picker = ListPicker(
      phrases: phrases, name: phrases.translator.tr("Calendar"), items: items,
      selected: choices.firstIndex { $0.id == selected } ?? 0)
    picker.onCommit = { [weak self] in self?.onCommit(choices[$0].id) }
    picker.onHighlight = { [weak self] in self?.onHighlight(choices[$0]) }
  }

  /// Shows a calendar; while the row moves, once it rests, unless another was picked by then.
  package func select(_ calendar: CalendarID) {
    choices.firstIndex { $0.id == calendar }.map(picker.select)
  }

  package var hasFocus: Bool { picker.containsFocus }

  /// Takes the focus.
  ///
  /// - Returns: whether it did.
  package func takeFocus() -> Bool { picker.grabFocus() }

  /// Whether a press of the mouse gives it the focus.
  package var takesFocusWhenPressed: Bool {
    get { picker.takesFocusWhenPressed }
    set { picker.takesFocusWhenPressed = newValue }
  }

  /// px from the middle of a calendar to that of the next.
  package var extent: Double { picker.extent }

  /// Comes to rest and commits at once: what it stands in is about to close.
  package func finish() { picker.finish() }
}
