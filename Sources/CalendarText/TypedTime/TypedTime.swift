import CalendarModel

/// What somebody who typed a time means: "9", "0930", "2:15pm", "14h", "in 45 min".
public enum TypedTime: Hashable, Sendable {
  /// A time of day. 24:00 is the midnight at the day's end.
  case clock(hour: Int, minute: Int)
  /// So many minutes later than the time that the field counts from.
  case later(minutes: Int)

  /// The wall time that is meant.
  ///
  /// - Parameters:
  ///   - day: the day that a time of day is one of.
  ///   - origin: the time that "in 45 min" counts from.
  public func resolved(on day: Day, from origin: WallTime) -> WallTime {
    switch self {
    case .clock(let hour, let minute): WallTime(day, secondOfDay: hour * 3600 + minute * 60)
    case .later(let minutes): origin.adding(minutes: minutes)
    }
  }
}

/// Why a typed time is not taken: it is said, and nothing is guessed.
public enum TypedTimeError: Error, Hashable, Sendable {
  /// Nothing was typed.
  case empty
  /// It is not in any form that is known.
  case notUnderstood
  /// No clock shows that hour.
  case noSuchHour(Int)
  /// No hour has that minute.
  case noSuchMinute(Int)
  /// One digit, which might be the tens or the ones: 9:5.
  case unclearMinute(String)
  /// An hour with AM or PM that has none: 14 PM.
  case noSuchHalf
  /// Seconds, which the field does not keep.
  case hasSeconds
  /// It is more than a year away.
  case tooFar
}

extension Phrases {
  /// What a typed time means, in this clock's own words as well as in any other form that is known.
  public func typedTime(_ text: String) throws(TypedTimeError) -> TypedTime {
    let halves = (
      translator.trc("12-hour clock", "AM").lowercased(), translator.trc("12-hour clock", "PM").lowercased()
    )
    var reader = TypedTimeReader(text, morning: halves.0, afternoon: halves.1)
    return try reader.read()
  }

  /// Why a typed time was not taken, and what to do.
  public func explanation(_ error: TypedTimeError) -> String {
    switch error {
    case .empty: translator.tr("Type a time, such as {example}.", ["example": exampleTime])
    case .notUnderstood:
      translator.tr("This is no time that is understood. Type it like {example}.", ["example": exampleTime])
    case .noSuchHour(let hour):
      translator.tr("No clock shows the hour {hour}. Hours go to 24.", ["hour": String(hour)])
    case .noSuchMinute(let minute):
      translator.tr("No hour has a minute {minute}. Minutes go to 59.", ["minute": String(minute)])
    case .unclearMinute(let digit):
      translator.tr(
        "{digit} may be {ones} or {tens}. Type both digits of the minute.",
        ["digit": digit, "ones": "0\(digit)", "tens": "\(digit)0"])
    case .noSuchHalf: translator.tr("With AM or PM, hours go from 1 to 12.")
    case .hasSeconds: translator.tr("Times are kept to the minute here. Leave the seconds out.")
    case .tooFar: translator.tr("That is more than a year away. Choose a date instead.")
    }
  }

  private var exampleTime: String { time(WallTime(.earliest, hour: 14, minute: 15)) }
}
