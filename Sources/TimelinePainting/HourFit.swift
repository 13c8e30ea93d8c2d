import TimelineInteraction

/// Chooses zoom and scroll so that a picture of fixed height shows the relevant part of a day.
struct HourFit: Equatable {
  let axis: DayAxis
  /// px of the sheet above the picture's upper edge.
  let scroll: Double

  /// Fits hours into a height.
  ///
  /// - Parameters:
  ///   - seconds: the time that should be visible, in seconds since midnight.
  ///   - core: the part of it that matters most, if not all of it fits.
  ///   - height: height available for the sheet in px.
  ///   - defaultPixelsPerHour: px per hour at which a quarter of an hour holds a line of text.
  init(
    showing seconds: Range<Int>, orAtLeast core: Range<Int>? = nil, height: Double,
    defaultPixelsPerHour: Double
  ) {
    // At half the usual zoom, half an hour still has one line, at any text scale.
    let minimum = max(Feel.minimumZoom, defaultPixelsPerHour / 2)
    let margin = Feel.sheetMargin
    let isTooMuch = Double(seconds.count) / 3600 * minimum > height - 2 * margin
    let seconds = isTooMuch ? core ?? seconds : seconds
    let wholeDay = (height - 2 * margin) / 24
    if wholeDay >= defaultPixelsPerHour {
      // There is room for the whole day, for example on paper: stretches it over the whole height.
      axis = DayAxis(pixelsPerHour: min(wholeDay, Feel.maximumZoom))
      scroll = 0
      return
    }
    let hours = Double(seconds.count) / 3600
    let fitting = (height - 2 * margin) / max(hours, 1)
    axis = DayAxis(pixelsPerHour: min(max(fitting, minimum), defaultPixelsPerHour))
    let top = axis.y(ofSecond: Double(seconds.lowerBound)) - margin
    let spare = max(0, height - 2 * margin - axis.height(ofSeconds: Double(seconds.count)))
    scroll = min(max(0, top - spare / 2), axis.scrollMax(viewportHeight: height))
  }
}
