import CGtk
import GtkSupport
import UserSettings

/// The program's style sheets: one that always applies, and one that is added in high-contrast mode.
@MainActor
final class StyleSheets {
  private let display: OpaquePointer
  private let highContrastProvider: UnsafeMutablePointer<GtkCssProvider>?
  private var usesHighContrast = false

  init?() {
    guard let display = gdk_display_get_default() else { return nil }
    self.display = display
    highContrastProvider = StyleSheets.load("style-hc.css")
    if let baseProvider = StyleSheets.load("style.css") {
      gtk_style_context_add_provider_for_display(
        display, OpaquePointer(baseProvider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
      g_object_unref(baseProvider)
    }
    let manager = adw_style_manager_get_default()
    if let manager { onNotify(manager, "high-contrast") { [weak self] in self?.update() } }
    update()
  }

  private static func load(_ name: String) -> UnsafeMutablePointer<GtkCssProvider>? {
    guard let file = DataFiles.find(name) else { return nil }
    let provider = nonNull(gtk_css_provider_new())
    gtk_css_provider_load_from_path(provider, file)
    return provider
  }

  /// Adds or removes the style sheet for high-contrast mode.
  private func update() {
    let isHighContrast = adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
    guard let highContrastProvider, isHighContrast != usesHighContrast else { return }
    usesHighContrast = isHighContrast
    if isHighContrast {
      gtk_style_context_add_provider_for_display(
        display, OpaquePointer(highContrastProvider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1))
    } else {
      gtk_style_context_remove_provider_for_display(display, OpaquePointer(highContrastProvider))
    }
  }
}
