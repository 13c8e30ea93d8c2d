import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting
import WidgetSupport

/// A filled circle in the color of a calendar. It is decorative, so assistive technology ignores it.
@MainActor
package enum CalendarDot {
  /// The diameter in px.
  private static let diameter = 14.0

  /// Creates a circle; nil stands for the accent color.
  package static func make(_ color: EventColor?) -> WidgetPointer {
    let area = nonNull(gtk_drawing_area_new())
    Accessible.setRole(area, GTK_ACCESSIBLE_ROLE_PRESENTATION)
    gtk_widget_set_size_request(area, Int32(diameter), Int32(diameter))
    gtk_widget_set_valign(area, GTK_ALIGN_CENTER)
    let style = WidgetStyle()
    style.observe(area) { gtk_widget_queue_draw(area) }
    setDrawFunction(area) { cairo, width, height in
      let canvas = Canvas(cairo: cairo, scale: 1)
      let (x, y) = (Double(width) / 2, Double(height) / 2)
      // The edge has the color of the stripe on an event's block, so that a white circle is visible on a
      // white background.
      canvas.fillCircle(x: x, y: y, radius: diameter / 2, EventTint(color, palette: style.palette).mark)
      let fillColor = color.map { PaintColor($0) } ?? style.palette.accent
      canvas.fillCircle(x: x, y: y, radius: diameter / 2 - 1, fillColor)
    }
    return area
  }
}
