/// The width of the sidebar, and whether it is beside the view or over it.
package enum SidebarPlacement {
  /// The preferred width in px of the sidebar, without the line beside it. In the narrowest window, 40 px beside the
  /// sidebar stay free; a tap there closes the sidebar.
  package static let width = 320.0
  /// The minimum width in px beside a view, at the default text size. Names of calendars still have 20 letters.
  private static let minimumWidth = 280.0
  /// The width in px of the line between the sidebar and the view.
  package static let lineWidth = 1.0

  /// Returns the width in px of the sidebar beside a view; nil if there is no space for both.
  ///
  /// - Parameters:
  ///   - windowWidth: the width of the window, in px.
  ///   - viewWidth: the width in px at which the view shows all of its days.
  ///   - textSize: the text size, in px.
  package static func width(besideViewOf viewWidth: Double, in windowWidth: Double, textSize: Double)
    -> Double?
  {
    let availableWidth = (windowWidth - lineWidth - viewWidth).rounded(.down)
    let scale = max(1, textSize / TimelineConfiguration.defaultTextSize)
    return availableWidth >= min(width, minimumWidth * scale) ? min(width, availableWidth) : nil
  }
}
