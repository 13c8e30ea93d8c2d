import TimelineInteraction

/// The zoom and the scroll position at which a picture of fixed height shows the relevant part of a day.
struct HourFit: Equatable {
  let axis: DayAxis
  /// The height in px of the part of the day that is cut off at the picture's upper edge.
  let scroll: Double

  /// Fits a range of hours into a height.
  ///
  /// - Parameters:
  ///   - seconds: the range that should be visible, in seconds since midnight.
  ///   - essentialSeconds: the smaller range to use instead if `seconds` does not fit.
  ///   - height: the height available for the hours in px.
  ///   - defaultPixelsPerHour: the zoom in px per hour at which a quarter of an hour has space for one line
  ///     of text.
  init(
    showing seconds: Range<Int>, orAtLeast essentialSeconds: Range<Int>? = nil, height: Double,
    defaultPixelsPerHour: Double
  ) {
    let minimum = HourFit.minimumZoom(defaultPixelsPerHour: defaultPixelsPerHour)
    let margin = Feel.hoursMargin
    let exceedsHeight = Double(seconds.count) / 3600 * minimum > height - 2 * margin
    let seconds = exceedsHeight ? essentialSeconds ?? seconds : seconds
    let wholeDayPixelsPerHour = (height - 2 * margin) / 24
    if wholeDayPixelsPerHour >= defaultPixelsPerHour {
      // There is space for the whole day, for example on paper, so the day fills the whole height.
      axis = DayAxis(pixelsPerHour: min(wholeDayPixelsPerHour, Feel.maximumZoom))
      scroll = 0
      return
    }
    let hours = Double(seconds.count) / 3600
    let fittingPixelsPerHour = (height - 2 * margin) / max(hours, 1)
    axis = DayAxis(pixelsPerHour: min(max(fittingPixelsPerHour, minimum), defaultPixelsPerHour))
    let top = axis.y(ofSecond: Double(seconds.lowerBound)) - margin
    let spareHeight = max(0, height - 2 * margin - axis.height(ofSeconds: Double(seconds.count)))
    scroll = min(max(0, top - spareHeight / 2), axis.scrollMax(viewportHeight: height))
  }

  /// Returns the minimum height in px into which a range of hours fits.
  static func minimumHeight(of seconds: Range<Int>, defaultPixelsPerHour: Double) -> Double {
    Double(seconds.count) / 3600 * minimumZoom(defaultPixelsPerHour: defaultPixelsPerHour) + 2
      * Feel.hoursMargin
  }

  /// The minimum zoom in px per hour. At half the default zoom, half an hour still has space for one line, whatever
  /// the text scale.
  private static func minimumZoom(defaultPixelsPerHour: Double) -> Double {
    max(Feel.minimumZoom, defaultPixelsPerHour / 2)
  }
}
