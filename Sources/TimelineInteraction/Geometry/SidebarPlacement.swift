/// The width of the sidebar, and whether it is beside the view or over it.
package enum SidebarPlacement {
  /// The width in px of the sidebar, without the line beside it. In the narrowest window, 40 px beside the
  /// sidebar stay free; a tap there closes the sidebar.
  package static let width = 320.0
  /// The width in px of the line between the sidebar and the view.
  private static let lineWidth = 1.0
  /// The width in px of the sidebar with the line beside it.
  package static let totalWidth = width + lineWidth

  /// Returns whether there is space for the sidebar beside a view.
  ///
  /// - Parameters:
  ///   - windowWidth: the width of the window, in px.
  ///   - viewWidth: the width in px at which the view shows all of its days.
  package static func fitsBesideView(windowWidth: Double, viewWidth: Double) -> Bool {
    windowWidth - totalWidth >= viewWidth
  }
}
