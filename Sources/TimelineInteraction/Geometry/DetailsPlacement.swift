/// Chooses where the details of an event are and what scrolls if they do not fit into the window.
///
/// The text scrolls above the buttons as long as both have a reasonable part of the window. Otherwise, everything
/// scrolls, and the window stays visible around the details. All values are in px.
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
    /// The link and the buttons, with the space around everything.
    let others: Double
    /// The edges of the popover, including its arrow.
    let edges: Double

    package init(text: Double, minimumText: Double, others: Double, edges: Double) {
      (self.text, self.minimumText, self.others, self.edges) = (text, minimumText, others, edges)
    }
  }

  /// The extent to which the details point; see `PopoverPlacement`.
  package let target: Range<Double>
  package let scrolling: Scrolling

  /// The part of the window's height that details may take up if they do not fit. The rest shows what they belong to.
  private static let maximumShare = 0.85
  /// The part of the window's height that details have if everything scrolls, even if they cover their event.
  private static let minimumShare = 0.6

  /// - Parameters:
  ///   - part: the visible part of the event.
  ///   - window: the extent of the window.
  package init(beside part: Range<Double>, in window: Range<Double>, _ heights: Heights) {
    let windowHeight = window.upperBound - window.lowerBound
    let natural = heights.text + heights.others + heights.edges
    let visibleText = min(heights.text, max(heights.minimumText, heights.others / 2))
    let minimum = natural - heights.text + visibleText
    guard minimum > windowHeight * Self.maximumShare else {
      let placement = PopoverPlacement(
        beside: part, in: window, natural: natural,
        minimum: natural - heights.text + min(heights.text, heights.minimumText))
      target = placement.target
      let missing = max(0, natural - placement.height)
      scrolling =
        missing > 0
        ? .text(height: max(heights.text - missing, min(heights.text, heights.minimumText))) : .nothing
      return
    }
    let placement = PopoverPlacement(
      beside: part, in: window, natural: windowHeight * Self.maximumShare,
      minimum: windowHeight * Self.minimumShare)
    target = placement.target
    let height = min(placement.height, windowHeight * Self.maximumShare)
    scrolling = .everything(height: max(1, height - heights.edges))
  }
}
