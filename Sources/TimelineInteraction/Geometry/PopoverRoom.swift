/// Where a popover that belongs to a part of a window points, and how tall it can be, so that all of it is in sight.
///
/// A compositor turns a popover over that does not fit below what it points to. Where it fits on neither side, it is made
/// less tall than what is in it: a popover of a part that fills the window would be a strip. All values are px, down
/// positive.
public struct PopoverRoom: Equatable, Sendable {
  /// What it points to: the whole part, or only the beginning of it.
  public let pointing: Range<Double>
  /// How tall it can be there, at least.
  public let height: Double

  /// How much of a part is not covered at least, so that it is seen what the popover belongs to.
  public static let uncovered = 24.0

  /// - Parameters:
  ///   - part: What it belongs to, as far as it is in sight.
  ///   - window: What it is to be within.
  ///   - wanted: How tall it would be, with its arrow.
  public init(beside part: Range<Double>, in window: Range<Double>, wanted: Double) {
    let above = part.lowerBound - window.lowerBound
    let below = window.upperBound - part.upperBound
    let beginning = min(part.lowerBound + PopoverRoom.uncovered, part.upperBound)
    if max(above, below) >= wanted || above >= window.upperBound - beginning {
      pointing = part
      height = max(above, below)
    } else {
      let end = min(max(window.upperBound - wanted, beginning), part.upperBound)
      pointing = part.lowerBound..<end
      height = window.upperBound - end
    }
  }
}
