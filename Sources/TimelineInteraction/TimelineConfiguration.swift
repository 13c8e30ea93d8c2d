import CalendarModel

/// The configuration of a view of days, set by its host as one value.
package struct TimelineConfiguration: Hashable, Sendable {
  /// px of a day's column that its events can still be read in, for text of usual size.
  private static let minimumColumn = 92.0
  /// px that text of usual size is high.
  package static let usualTextSize = 14.7

  /// How many days stand beside each other, if there is room for them.
  package var view = CalendarView.day
  /// The day that weeks begin with.
  package var firstWeekday = Weekday.monday
  /// The days of a work week.
  package var workdays = PageCalendar.usualWorkdays
  /// Working hours in seconds after midnight; the rest is shaded.
  package var workingHours = 9 * 3600..<17 * 3600
  /// Whether the week's number stands beside its dates.
  package var showsWeekNumbers = false
  /// A zone whose hours stand beside those of the display zone.
  package var secondZone: Zone?
  /// Whether the mouse too lifts by a long press only.
  package var holdToDrag = false
  /// px per hour, within `Zoom.range`; 0 for the size that follows from the text.
  package var pixelsPerHour = 0.0 {
    didSet {
      if pixelsPerHour != 0 { pixelsPerHour = pixelsPerHour.clamped(to: Zoom.range) }
    }
  }

  package init() {}

  // MARK: What follows from it

  /// The hours, where text suggests so many px for one.
  package func axis(textSuggests usual: Double) -> DayAxis {
    DayAxis(pixelsPerHour: pixelsPerHour == 0 ? usual : pixelsPerHour)
  }

  /// The pages of a view; three days begin with `anchor`.
  package func calendar(of view: CalendarView, anchor: Day = Day(ordinal: 0)) -> PageCalendar {
    PageCalendar(view, firstWeekday: firstWeekday, workdays: workdays, anchor: anchor)
  }

  /// The requested view, or fewer days where so many px have no room for it.
  ///
  /// - Parameter textSize: px that the text is high.
  package func view(fitting width: Double, textSize: Double) -> CalendarView {
    let minimum = TimelineConfiguration.minimumColumn * max(1, textSize / TimelineConfiguration.usualTextSize)
    let room = width / minimum
    let requested = calendar(of: view).dayCount
    if room >= Double(requested) { return view }
    return room >= 3 && requested > 3 ? .threeDays : .day
  }

  // MARK: What has changed

  /// Parts of what is shown, each of which follows from some of the configuration.
  package struct Parts: OptionSet, Hashable, Sendable {
    /// The parts as bits.
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Which days stand on which page.
    package static let pages = Parts(rawValue: 1)
    /// The shade behind the hours.
    package static let hours = Parts(rawValue: 2)
    /// The dates above the days.
    package static let dates = Parts(rawValue: 4)
    /// The names of the hours, and the width that they leave for the days.
    package static let gutter = Parts(rawValue: 8)
    /// How tall hours are.
    package static let zoom = Parts(rawValue: 16)
  }

  /// What is to be shown again after another configuration. What the next gesture asks for needs nothing shown again.
  package func parts(changedFrom old: TimelineConfiguration) -> Parts {
    var parts: Parts = []
    if view != old.view || firstWeekday != old.firstWeekday || workdays != old.workdays {
      parts.insert(.pages)
    }
    if workingHours != old.workingHours { parts.insert(.hours) }
    if showsWeekNumbers != old.showsWeekNumbers { parts.insert(.dates) }
    if secondZone != old.secondZone { parts.insert(.gutter) }
    if pixelsPerHour != old.pixelsPerHour { parts.insert(.zoom) }
    return parts
  }
}
