import CalendarModel

/// The configuration of a view of days, set by its host as one value.
package struct TimelineConfiguration: Hashable, Sendable {
  /// The minimum width of a day's column at which events can be read at the default text size, in px.
  private static let unscaledMinimumColumnWidth = 90.0
  /// The default text size, in px.
  package static let defaultTextSize = 14.7

  /// The view, which determines how many days are shown side by side if they fit.
  package var view = ViewKind.day
  /// The first day of the week.
  package var firstWeekday = Weekday.monday
  /// The days of a work week.
  package var workdays = DayPaging.defaultWorkdays
  /// The days of the weekend, which are shaded.
  package var weekend = Weekday.defaultWeekend
  /// The working hours, in seconds after midnight. Time outside them is shaded.
  package var workingHours = 9 * 3600..<17 * 3600
  /// Whether the week number is shown beside the dates.
  package var showsWeekNumbers = false
  /// A second time zone, whose hours are shown beside those of the display zone.
  package var secondZone: Zone?
  /// Whether dragging with the mouse requires a long press, as it does with a finger.
  package var mouseRequiresLongPress = false
  /// The zoom in px per hour, within `Zoom.range`; 0 to derive it from the text size.
  package var pixelsPerHour = 0.0 {
    didSet {
      if pixelsPerHour != 0 { pixelsPerHour = pixelsPerHour.clamped(to: Zoom.range) }
    }
  }

  package init() {}

  // MARK: Derived values

  /// Returns the vertical axis.
  ///
  /// - Parameter defaultPixelsPerHour: the px per hour derived from the text size.
  package func axis(defaultPixelsPerHour: Double) -> DayAxis {
    DayAxis(pixelsPerHour: pixelsPerHour == 0 ? defaultPixelsPerHour : pixelsPerHour)
  }

  /// Returns how a view divides the days into pages. Three-day pages start at `anchor`.
  package func dayPaging(of view: ViewKind, anchor: Day = Day(ordinal: 0)) -> DayPaging {
    DayPaging(view, firstWeekday: firstWeekday, workdays: workdays, anchor: anchor)
  }

  /// Returns the configured view, or one with fewer days if it does not fit into `width` px.
  ///
  /// - Parameter textSize: the text size, in px.
  package func view(fitting width: Double, textSize: Double) -> ViewKind {
    let fittingCount = width / TimelineConfiguration.minimumColumnWidth(textSize: textSize)
    let requestedCount = dayPaging(of: view).dayCount
    if fittingCount >= Double(requestedCount) { return view }
    return fittingCount >= 3 && requestedCount > 3 ? .threeDays : .day
  }

  /// Returns the minimum width in px at which all days of the configured view fit.
  ///
  /// - Parameter textSize: the text size, in px.
  package func minimumColumnsWidth(textSize: Double) -> Double {
    Double(dayPaging(of: view).dayCount) * TimelineConfiguration.minimumColumnWidth(textSize: textSize)
  }

  private static func minimumColumnWidth(textSize: Double) -> Double {
    unscaledMinimumColumnWidth * max(1, textSize / defaultTextSize)
  }

  // MARK: Changes

  /// The parts of the display that can depend on the configuration.
  package struct Parts: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The assignment of days to pages.
    package static let pages = Parts(rawValue: 1)
    /// The shading behind the hours.
    package static let hours = Parts(rawValue: 2)
    /// The dates above the days.
    package static let dates = Parts(rawValue: 4)
    /// The hour labels, and the width that they leave for the days.
    package static let gutter = Parts(rawValue: 8)
    /// The height of the hours.
    package static let zoom = Parts(rawValue: 16)
  }

  /// Returns the parts that a change from `oldConfiguration` affects. Settings that are read only when the
  /// next gesture begins affect no part.
  package func parts(changedFrom oldConfiguration: TimelineConfiguration) -> Parts {
    var parts: Parts = []
    if view != oldConfiguration.view || firstWeekday != oldConfiguration.firstWeekday
      || workdays != oldConfiguration.workdays
    {
      parts.insert(.pages)
    }
    if workingHours != oldConfiguration.workingHours || weekend != oldConfiguration.weekend {
      parts.insert(.hours)
    }
    if showsWeekNumbers != oldConfiguration.showsWeekNumbers { parts.insert(.dates) }
    if secondZone != oldConfiguration.secondZone { parts.insert(.gutter) }
    if pixelsPerHour != oldConfiguration.pixelsPerHour { parts.insert(.zoom) }
    return parts
  }
}
