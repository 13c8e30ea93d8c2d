import CalendarModel
import CalendarText
import GtkSupport
import TimelinePainting

/// A ribbon of colors for an event. The first is the color of the event's calendar.
///
/// If the event has a color that is not one of these, that color is added as the second item.
@MainActor
package final class ColorRibbon {
  package var gtkWidget: WidgetPointer { ribbon.gtkWidget }
  /// Called when the ribbon has come to rest on a different color; nil for the calendar's own.
  package var onCommit: (EventColor?) -> Void = { _ in }

  /// The selected color; nil for the calendar's own.
  package private(set) var color: EventColor?
  /// The color of the event's calendar; nil for the accent color.
  package var calendarColor: EventColor? {
    didSet { if calendarColor != oldValue { picker.whenAtRest { [weak self] in self?.fill() } } }
  }
  private let ribbon: CaptionedRibbon
  private let phrases: Phrases
  /// The colors in the ribbon after the calendar's own.
  private var colors: [NamedColor] = []

  package init(phrases: Phrases, color: EventColor? = nil, calendarColor: EventColor? = nil) {
    self.phrases = phrases
    self.color = color
    self.calendarColor = calendarColor
    ribbon = CaptionedRibbon(
      phrases: phrases, name: phrases.translator.tr("Color"), items: PickerItems(strings: [""]), selected: 0)
    picker.onCommit = { [weak self] in self?.picked($0) }
    fill()
  }

  /// Shows a color. While the ribbon is moving, the change is delayed until the ribbon comes to rest, and is
  /// dropped if the user has picked a different color by then.
  package func select(_ color: EventColor?) {
    picker.whenAtRest { [weak self] in
      guard let self, color != self.color else { return }
      self.color = color
      self.fill()
    }
  }

  /// Comes to rest and commits immediately. Call this when the surrounding window is about to close.
  package func finish() { picker.finish() }

  var picker: ListPicker { ribbon.picker }

  private func picked(_ item: Int) {
    color = item == 0 ? nil : colors[item - 1].color
    onCommit(color)
  }

  private func fill() {
    colors = phrases.colors
    if let color, !colors.contains(where: { $0.color == color }) {
      let name = phrases.name(of: color) ?? phrases.translator.tr("Other color")
      colors.insert(NamedColor(color: color, name: name), at: 0)
    }
    let (colors, calendarColor) = (colors, calendarColor)
    let calendarColorName = phrases.translator.tr("Calendar color")
    let items = PickerItems(
      count: colors.count + 1,
      painter: {
        $0 == 0 ? ColorItemPainter(calendarColor, isInherited: true) : ColorItemPainter(colors[$0 - 1].color)
      },
      name: { $0 == 0 ? calendarColorName : colors[$0 - 1].name })
    ribbon.setItems(items, selected: colors.firstIndex { $0.color == color }.map { $0 + 1 } ?? 0)
  }
}
