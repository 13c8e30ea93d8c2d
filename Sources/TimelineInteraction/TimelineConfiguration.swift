import CalendarModel

/// What a host decides of a view of days, as one value that is set at once.
public struct TimelineConfiguration: Hashable, Sendable {
  /// px of a day's column that its events can still be read in, for text of usual size.
  private static let leastColumn = 92.0
  /// px that text of usual size is high.
  public static let usualTextSize = 14.7

  /// How many days stand beside each other, if there is room for them.
  public var view = CalendarView.day
  /// The day that weeks begin with.
  public var firstWeekday = Weekday.monday
  /// The days of a work week.
  public var workdays = PageCalendar.usualWorkdays
  /// Working hours in seconds after midnight; the rest is shaded.
  public var workingHours = 9 * 3600..<17 * 3600
  /// Whether the week's number stands beside its dates.
  public var showsWeekNumbers = false
  /// A zone whose hours stand beside those of the display zone.
  public var secondZone: Zone?
  /// Whether the mouse too lifts by a long press only.
  public var holdToDrag = false
  /// px per hour, within `Zoom.range`; 0 for the size that follows from the text.
  public var pixelsPerHour = 0.0 {
    didSet {
      if pixelsPerHour != 0 { pixelsPerHour = pixelsPerHour.clamped(to: Zoom.range) }
    }
  }

  /// A day, by the usual week and working hours.
  public init() {}

  // MARK: What follows from it

  /// The hours, where text suggests so many px for one.
  public func axis(textSuggests usual: Double) -> DayAxis {
    DayAxis(pixelsPerHour: pixelsPerHour == 0 ? usual : pixelsPerHour)
  }

  /// The pages of a view; three days begin with `anchor`.
  public func calendar(of view: CalendarView, anchor: Day = Day(ordinal: 0)) -> PageCalendar {
    PageCalendar(view, firstWeekday: firstWeekday, workdays: workdays, anchor: anchor)
  }

  /// The wanted view, or fewer days where so many px have no room for it.
  ///
  /// - Parameter textSize: px that the text is high.
  public func view(fitting width: Double, textSize: Double) -> CalendarView {
    let least = TimelineConfiguration.leastColumn * max(1, textSize / TimelineConfiguration.usualTextSize)
    let room = width / least
    let wanted = calendar(of: view).dayCount
    if room >= Double(wanted) { return view }
    return room >= 3 && wanted > 3 ? .threeDays : .day
  }

  // MARK: What has changed

  /// Parts of what is shown, each of which follows from some of the configuration.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The parts as bits.
    public let rawValue: Int
    /// Parts from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Which days stand on which page.
    public static let pages = Parts(rawValue: 1)
    /// The shade behind the hours.
    public static let hours = Parts(rawValue: 2)
    /// The dates above the days.
    public static let dates = Parts(rawValue: 4)
    /// The names of the hours, and the width that they leave for the days.
    public static let gutter = Parts(rawValue: 8)
    /// How tall hours are.
    public static let zoom = Parts(rawValue: 16)
  }

  /// What is to be shown anew after another configuration. What the next gesture asks for needs nothing shown anew.
  public func parts(changedFrom old: TimelineConfiguration) -> Parts {
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
