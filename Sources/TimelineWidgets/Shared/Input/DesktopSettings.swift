import CGtk
import GtkSupport
import TimelineInteraction

/// The desktop's settings for pointers and animations.
@MainActor
final class DesktopSettings {
  /// The distance in px that turns a press into a drag.
  private(set) var dragThreshold = Feel.dragThreshold
  /// Whether the user has disabled animations.
  private(set) var isMotionReduced = false
  /// The maximum time in seconds between the two clicks of a double-click.
  private(set) var doubleClickTime = 0.0

  /// Reads the settings now, and the animation setting and the double-click time again whenever they change. The
  /// settings are cached, because every frame of a drag needs them.
  func observe(_ onMotionChange: @escaping @MainActor (_ isReduced: Bool) -> Void) {
    guard let settings = gtk_settings_get_default() else { return }
    dragThreshold = Double(integerProperty(settings, "gtk-dnd-drag-threshold"))
    let readAnimationSetting: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      self.isMotionReduced = !booleanProperty(settings, "gtk-enable-animations")
      onMotionChange(self.isMotionReduced)
    }
    readAnimationSetting()
    onNotify(settings, "gtk-enable-animations", readAnimationSetting)
    let readDoubleClickTime: @MainActor () -> Void = { [weak self] in
      self?.doubleClickTime = Double(integerProperty(settings, "gtk-double-click-time")) / 1_000
    }
    readDoubleClickTime()
    onNotify(settings, "gtk-double-click-time", readDoubleClickTime)
  }
}
