import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting

/// Style classes for the colors of calendars, and for swatches in any color. A single style sheet contains the
/// rules for all colors in use.
@MainActor
enum ColorStyles {
  private static var rules: [UInt32: String] = [:]
  private static let provider: UnsafeMutablePointer<GtkCssProvider>? = {
    guard let display = gdk_display_get_default() else { return nil }
    let provider = nonNull(gtk_css_provider_new())
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    return provider
  }()

  /// Returns the style class of a color, for a calendar's button or a swatch.
  static func cssClass(for color: EventColor) -> String {
    let name = "calendar-" + color.hex.dropFirst()
    guard rules[color.rgb] == nil else { return name }
    let paint = PaintColor(color)
    // The check mark has to be readable against the color.
    let markColor =
      paint.contrast(to: PaintColor(EventColor(rgb: 0xFFFFFF))) >= 3 ? "white" : "rgba(0, 0, 0, 0.8)"
    // A pale or a dark color gets an edge that stands out from the background.
    let share = ControlEdge.shareOfText(for: paint)
    let edge = "mix(\(color.hex), @window_fg_color, \(share))"
    let fillEdge = share > 0 ? "box-shadow: inset 0 0 0 1px \(edge);" : ""
    rules[color.rgb] = """
      button.\(name):checked .mark { background-color: \(color.hex); color: \(markColor); \(fillEdge) }
      button.\(name):not(:checked) .mark { box-shadow: inset 0 0 0 2px \(edge); }
      .swatch.\(name) { background-color: \(color.hex); color: \(markColor); \(fillEdge) }
      """
    let style = rules.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n")
    if let provider { gtk_css_provider_load_from_data(provider, style, -1) }
    return name
  }
}
