import CGtk
import GtkSupport
import TimelinePainting

/// The colors and fonts of a widget, read from its CSS. Dark style, high contrast, accent color and text
/// size therefore follow the desktop settings.
@MainActor
open class WidgetStyle {
  package private(set) var palette = Palette.light
  /// The font family and the default size.
  package private(set) var text = TextStyle()

  /// The signal connections to the desktop's style objects, which outlive all widgets.
  private var connections: [(object: OpaquePointer, handler: gulong)] = []

  /// The name of the background color in the style sheet.
  package var backgroundColorName = "view_bg_color"

  public init() {}

  isolated deinit {
    for (object, handler) in connections {
      g_signal_handler_disconnect(UnsafeMutableRawPointer(object), handler)
    }
  }

  /// Called when the colors or the text style have changed, so that subclasses can measure derived sizes
  /// again.
  open func styleChanged() {}

  /// Reads the style of a widget whenever it may have changed, until this object is deinitialized.
  ///
  /// - Parameter onChange: called after the style has changed.
  package func observe(_ widget: WidgetPointer, onChange: @escaping @MainActor () -> Void) {
    let update: @MainActor () -> Void = { [weak self] in
      if self?.read(from: widget) == true { onChange() }
    }
    onSignal(widget.opaque, "realize", update)
    func observeProperties(_ object: OpaquePointer?, _ properties: String...) {
      guard let object else { return }
      connections += properties.map { (object, onNotify(object, $0, update)) }
    }
    observeProperties(adw_style_manager_get_default(), "dark", "high-contrast")
    // This property exists from libadwaita 1.6 on. In older versions, the handler is never called. libadwaita
    // emits the signal before it changes its style sheet, so the colors are read a moment later.
    if let manager = adw_style_manager_get_default() {
      let handler = onNotify(manager, "accent-color") {
        afterMilliseconds(0) {
          update()
          return false
        }
      }
      connections.append((manager, handler))
    }
    observeProperties(gtk_settings_get_default(), "gtk-font-name", "gtk-xft-dpi", "gtk-theme-name")
  }

  /// Reads the style of a widget again.
  ///
  /// - Returns: whether anything changed.
  private func read(from widget: WidgetPointer) -> Bool {
    let newPalette = WidgetStyle.palette(of: widget, backgroundColorName: backgroundColorName)
    let newText = WidgetStyle.text(of: widget)
    guard newPalette != palette || newText != text else { return false }
    palette = newPalette
    text = newText
    styleChanged()
    return true
  }

  private static func text(of widget: WidgetPointer) -> TextStyle {
    let context = gtk_widget_get_pango_context(widget)
    let font = pango_context_get_font_description(context)
    let family = pango_font_description_get_family(font).map { String(cString: $0) } ?? "Cantarell"
    let size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    if pango_font_description_get_size_is_absolute(font) != 0 {
      return TextStyle(family: family, size: size, isRightToLeft: isRightToLeft)
    }
    let resolution = pango_cairo_context_get_resolution(context)
    return TextStyle(
      family: family, size: size * (resolution > 0 ? resolution : 96) / 72, isRightToLeft: isRightToLeft)
  }

  private static func palette(of widget: WidgetPointer, backgroundColorName: String) -> Palette {
    let manager = adw_style_manager_get_default()
    let isDark = adw_style_manager_get_dark(manager) != 0
    let defaults = isDark ? Palette.dark : Palette.light
    let context = gtk_widget_get_style_context(widget)
    func color(_ name: String) -> PaintColor? {
      var rgba = GdkRGBA()
      guard gtk_style_context_lookup_color(context, name, &rgba) != 0 else { return nil }
      return PaintColor(
        red: Double(rgba.red), green: Double(rgba.green), blue: Double(rgba.blue), alpha: Double(rgba.alpha))
    }
    return Palette(
      background: color(backgroundColorName) ?? defaults.background,
      foreground: color("view_fg_color") ?? defaults.foreground,
      accent: color("accent_bg_color") ?? defaults.accent,
      accentForeground: color("accent_fg_color") ?? defaults.accentForeground,
      now: color("error_color") ?? defaults.now,
      isDark: isDark, isHighContrast: adw_style_manager_get_high_contrast(manager) != 0)
  }
}
