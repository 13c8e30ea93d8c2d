import CGtk
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetTestSupport

@testable import PickerWidgets

/// A window with a list picker; records the picker's highlights and commits.
@MainActor
final class PickerTestWindow {
  let picker: ListPicker
  let host: TestWindow
  private(set) var highlights: [Int] = []
  private(set) var commits: [Int] = []

  /// Creates a picker of numbered items that is 336 px long.
  init(
    count: Int = 20, selected: Int = 5, isCyclic: Bool = false, isVertical: Bool = false,
    isRightToLeft: Bool = false
  ) {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    let items = PickerItems(
      count: count, isCyclic: isCyclic, painter: { TextItemPainter(String($0)) }, name: { "Item \($0)" })
    picker = ListPicker(
      phrases: Phrases(), name: "Things", items: items, selected: selected, isVertical: isVertical)
    host = TestWindow(picker.gtkWidget, width: isVertical ? 80 : 336, height: isVertical ? 336 : 60)
    picker.onHighlight = { [weak self] in self?.highlights.append($0) }
    picker.onCommit = { [weak self] in self?.commits.append($0) }
  }

  isolated deinit {
    host.close()
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
  }

  /// The distance from the nearest item, in items.
  var offset: Double { picker.motion.position - picker.motion.position.rounded() }

  /// The current center of an item, in px along the row.
  func coordinate(of item: Int) -> Double {
    picker.motion.track.center(of: item, at: picker.motion.position)
  }

  /// Drags along the row, one event per frame at 60 Hz, and releases.
  func flick(from start: Double, by travel: Double, frames: Int = 4) {
    let time = picker.now
    picker.move { $0.press(at: start, time: time) }
    for frame in 1...frames {
      let progress = Double(frame) / Double(frames)
      picker.move { $0.drag(to: start + travel * progress, time: time + Double(frame) / 60) }
    }
    picker.move { $0.release(time: time + Double(frames) / 60) }
  }

  func tap(_ coordinate: Double) {
    let time = picker.now
    picker.move { $0.press(at: coordinate, time: time) }
    picker.move { $0.release(time: time + 0.08) }
  }

  @discardableResult
  func waitForRest() -> Bool { Loop.run(until: { !picker.isBusy }) }

  @discardableResult
  func press(_ key: Int32) -> Bool { picker.handleKey(KeyEvent(symbol: UInt32(key), modifiers: [])) }

  var shownSlots: [PickerSlot] { picker.slots.filter { $0.index != nil } }

  /// The items in the order of the accessible children.
  var childOrder: [Int] {
    let first = gtk_widget_get_first_child(picker.gtkWidget)
    return sequence(first: first) { gtk_widget_get_next_sibling($0) }.prefix { $0 != nil }.compactMap {
      child in
      shownSlots.first { $0.gtkWidget == child }?.index
    }
  }

  var focusedSlot: PickerSlot? { picker.slots.first { $0.gtkWidget == host.focus } }
}

/// Enables or disables GTK's animations.
@MainActor
func setAnimations(_ isEnabled: Bool) {
  var value = GValue()
  g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN
  g_value_set_boolean(&value, isEnabled.gboolean)
  if let settings = gtk_settings_get_default() {
    g_object_set_property(settings.as(GObject.self), "gtk-enable-animations", &value)
  }
  g_value_unset(&value)
}
