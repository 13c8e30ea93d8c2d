/// Chooses the position of an event's details popover and, if the popover does not fit into the window, which
/// part of the popover scrolls.
///
/// If both the text and the buttons can have a reasonable height, only the text scrolls. Otherwise, everything
/// scrolls, and part of the window stays visible around the popover. All values are in px.
package struct DetailsPlacement: Equatable, Sendable {
  package enum Scrolling: Equatable, Sendable {
    case nothing
    /// The text scrolls and has this height.
    case text(height: Double)
    /// The text and the buttons scroll together and have this height.
    case everything(height: Double)
  }

  /// The heights of the parts of the details.
  package struct Heights: Sendable {
    let text: Double
    /// The height at which the title and the times are visible.
    let minimumText: Double
    /// The link and the buttons, with the space around all parts.
    let linkAndButtons: Double
    /// The edges of the popover, including its arrow.
    let edges: Double

    package init(text: Double, minimumText: Double, linkAndButtons: Double, edges: Double) {
      (self.text, self.minimumText, self.linkAndButtons, self.edges) = (
        text, minimumText, linkAndButtons, edges
      )
    }
  }

  /// The vertical extent to which the popover points; see `PopoverPlacement`.
  package let target: Range<Double>
  package let scrolling: Scrolling

  /// The largest fraction of the window's height that the popover may take up if it does not fit. The rest of
  /// the window shows the event to which the popover belongs.
  private static let maximumFraction = 0.85
  /// The smallest fraction of the window's height that the popover takes up if everything scrolls, even if it
  /// then covers its event.
  private static let minimumFraction = 0.6

  /// - Parameters:
  ///   - visiblePart: the visible part of the event.
  ///   - window: the extent of the window.
  package init(beside visiblePart: Range<Double>, in window: Range<Double>, _ heights: Heights) {
    let windowHeight = window.upperBound - window.lowerBound
    let naturalHeight = heights.text + heights.linkAndButtons + heights.edges
    let visibleText = min(heights.text, max(heights.minimumText, heights.linkAndButtons / 2))
    let minimumHeight = naturalHeight - heights.text + visibleText
    guard minimumHeight > windowHeight * Self.maximumFraction else {
      let placement = PopoverPlacement(
        beside: visiblePart, in: window, naturalHeight: naturalHeight,
        minimumHeight: naturalHeight - heights.text + min(heights.text, heights.minimumText))
      target = placement.target
      let missingHeight = max(0, naturalHeight - placement.height)
      scrolling =
        missingHeight > 0
        ? .text(height: max(heights.text - missingHeight, min(heights.text, heights.minimumText))) : .nothing
      return
    }
    let placement = PopoverPlacement(
      beside: visiblePart, in: window, naturalHeight: windowHeight * Self.maximumFraction,
      minimumHeight: windowHeight * Self.minimumFraction)
    target = placement.target
    let height = min(placement.height, windowHeight * Self.maximumFraction)
    scrolling = .everything(height: max(1, height - heights.edges))
  }
}
