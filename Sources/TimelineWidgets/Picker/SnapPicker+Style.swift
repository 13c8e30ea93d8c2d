import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Sizes, which follow from the text, and what they are made anew for.
extension SnapPicker {
  /// px from the middle of an item to that of the next.
  var extent: Double { PickerPainter.extent(text: style.text, axis: axis) }

  /// px that a wheel of words is wide.
  func breadth(_ extent: Double, of words: [String]) -> (minimum: Int, natural: Int) {
    let longest = words.map { TextFace($0).width(text: style.text) }.max() ?? 0
    let breadth = max(Int(extent), Int(longest.rounded(.up)) + 18)
    return (breadth, breadth)
  }

  func watchStyle() {
    let restyle: @MainActor () -> Void = { [weak self] in
      guard let self, self.style.read(from: self.pointer) else { return }
      gtk_widget_queue_resize(self.pointer)
    }
    onSignal(pointer.opaque, "realize", restyle)
    if let manager = adw_style_manager_get_default() {
      for property in ["dark", "high-contrast"] { onNotify(manager, property, restyle) }
    }
    if let settings = gtk_settings_get_default() {
      for property in ["gtk-font-name", "gtk-xft-dpi", "gtk-theme-name"] {
        onNotify(settings, property, restyle)
      }
    }
  }
}
