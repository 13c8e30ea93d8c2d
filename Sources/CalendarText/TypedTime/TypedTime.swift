import CalendarModel

/// The meaning of a typed time: "9", "0930", "2:15pm", "14h", "in 45 min".
package enum TypedTime: Hashable, Sendable {
  /// A time of day. 24:00 is midnight at the end of the day.
  case clock(hour: Int, minute: Int)
  /// A number of minutes after the field's reference time.
  case later(minutes: Int)

  /// Returns the wall time that the typed time denotes.
  ///
  /// - Parameters:
  ///   - day: the day to which a time of day belongs.
  ///   - origin: the time from which "in 45 min" is counted.
  package func resolved(on day: Day, from origin: WallTime) -> WallTime {
    switch self {
    case .clock(let hour, let minute): WallTime(day, secondOfDay: hour * 3600 + minute * 60)
    case .later(let minutes): origin.adding(minutes: minutes)
    }
  }
}

extension Phrases {
  /// Reads a typed time in any known form, including the translated forms of AM and PM.
  package func typedTime(_ text: String) throws(TypedTimeError) -> TypedTime {
    let dayPeriods = (
      translator.trc("12-hour clock", "AM").lowercased(), translator.trc("12-hour clock", "PM").lowercased()
    )
    var reader = TypedTimeReader(text, morning: dayPeriods.0, afternoon: dayPeriods.1)
    return try reader.read()
  }

  /// Returns a message that says why a typed time was not accepted and what to do.
  package func explanation(_ error: TypedTimeError) -> String {
    switch error {
    case .empty: translator.tr("Enter a time, such as {example}.", ["example": exampleTime])
    case .notUnderstood:
      translator.tr("Time not recognized. Try {example}.", ["example": exampleTime])
    case .noSuchHour(let hour):
      translator.tr("Hours range from 0 to 24.", ["hour": String(hour)])
    case .noSuchMinute(let minute):
      translator.tr("Minutes range from 0 to 59.", ["minute": String(minute)])
    case .ambiguousMinute(let digit):
      translator.tr(
        "{digit} could be {ones} or {tens}. Enter both digits of the minute.",
        ["digit": digit, "ones": "0\(digit)", "tens": "\(digit)0"])
    case .invalidHourForDayPeriod: translator.tr("With AM or PM, hours range from 1 to 12.")
    case .hasSeconds: translator.tr("Seconds are not supported. Enter hours and minutes.")
    case .tooFar: translator.tr("That is more than a year away. Choose a date instead.")
    }
  }

  private var exampleTime: String { time(WallTime(.earliest, hour: 14, minute: 15)) }
}
