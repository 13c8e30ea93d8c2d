import CGtk
import GtkSupport
import TimelineInteraction

/// What the desktop's settings say of pointers and motion.
@MainActor
final class DesktopSettings {
  /// px of travel that make a press a drag.
  private(set) var dragThreshold = Feel.dragThreshold
  /// Whether the user has animations switched off.
  private(set) var isMotionReduced = false

  /// Reads them now, and the motion whenever it changes.
  func follow(_ motionChanged: @escaping @MainActor (_ isReduced: Bool) -> Void) {
    guard let settings = gtk_settings_get_default() else { return }
    dragThreshold = Double(integerProperty(settings, "gtk-dnd-drag-threshold"))
    let readMotion: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      self.isMotionReduced = !booleanProperty(settings, "gtk-enable-animations")
      motionChanged(self.isMotionReduced)
    }
    readMotion()
    onNotify(settings, "gtk-enable-animations", readMotion)
  }

  /// Seconds within which two clicks are one double click.
  var doubleClickTime: Double {
    gtk_settings_get_default().map { Double(integerProperty($0, "gtk-double-click-time")) / 1_000 } ?? 0
  }
}
