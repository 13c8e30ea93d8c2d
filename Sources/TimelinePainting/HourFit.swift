import TimelineInteraction

/// Chooses zoom and scroll so that a picture of fixed height shows the relevant part of a day.
struct HourFit: Equatable {
  let axis: DayAxis
  /// px of the sheet that are above the picture's upper edge.
  let scroll: Double

  /// Fits hours into a height.
  ///
  /// - Parameters:
  ///   - seconds: what is to be seen, in seconds since midnight.
  ///   - core: the part of it that matters most, if not all of it fits.
  ///   - height: px for the sheet.
  ///   - usual: px per hour at which a quarter of an hour holds a line of text.
  init(showing seconds: Range<Int>, orAtLeast core: Range<Int>? = nil, height: Double, usual: Double) {
    // Half the usual zoom still gives half an hour a line, at any text scale.
    let minimum = max(Feel.smallestZoom, usual / 2)
    let margin = Feel.sheetMargin
    let isTooMuch = Double(seconds.count) / 3600 * minimum > height - 2 * margin
    let seconds = isTooMuch ? core ?? seconds : seconds
    let wholeDay = (height - 2 * margin) / 24
    if wholeDay >= usual {
      // A tall sheet, as on paper: the whole day over its whole height.
      axis = DayAxis(pixelsPerHour: min(wholeDay, Feel.largestZoom))
      scroll = 0
      return
    }
    let hours = Double(seconds.count) / 3600
    let fitting = (height - 2 * margin) / max(hours, 1)
    axis = DayAxis(pixelsPerHour: min(max(fitting, minimum), usual))
    let top = axis.y(ofSecond: Double(seconds.lowerBound)) - margin
    let spare = max(0, height - 2 * margin - axis.height(ofSeconds: Double(seconds.count)))
    scroll = min(max(0, top - spare / 2), axis.scrollMax(viewportHeight: height))
  }
}
