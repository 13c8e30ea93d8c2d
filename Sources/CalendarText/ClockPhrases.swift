import CalendarModel

extension Phrases {
  /// A time of day: "14:15" or "2:15 PM".
  public func time(_ wall: WallTime) -> String {
    time(hour: wall.hour, minute: wall.minute, showsHalf: true)
  }

  /// A full hour for the gutter beside a timeline: "14:00" or "2 PM". Hours past 23 are those of the next day.
  public func hourLabel(_ hour: Int) -> String {
    let hour = ((hour % 24) + 24) % 24
    guard clock == .h12 else { return time(hour: hour, minute: 0, showsHalf: true) }
    return translator.trc(
      "12-hour clock, a full hour", "{hour} {half}", ["hour": String(hourOfHalf(hour)), "half": half(hour)])
  }

  /// From a time of day to another, as it is shown: "14:15 – 15:00" or "2:15 – 3:00 PM".
  ///
  /// The weekday of the end is said where it is another day's ("22:00 – Tue 02:00"), the date too where it is not
  /// within the week. Midnight at the end of a day belongs to that day.
  public func span(_ start: WallTime, _ end: WallTime) -> String {
    guard start != end else { return time(start) }
    let sharesHalf = end.day == start.day && (start.hour < 12) == (end.hour < 12)
    let from = time(hour: start.hour, minute: start.minute, showsHalf: !sharesHalf)
    let to = shownEnd(end, after: start)
    return translator.trc("shown span", "{start} – {end}", ["start": from, "end": to])
  }

  /// From a time of day to another, as it is spoken: "14:15 to 15:00", "22:00 to Tuesday, 02:00".
  public func spokenSpan(_ start: WallTime, _ end: WallTime) -> String {
    guard start != end else { return time(start) }
    let to =
      switch endDay(end, after: start) {
      case .same: time(end)
      case .thisWeek(let day): listed([weekday(day.weekday), time(end)])
      case .later(let day): listed([date(day), time(end)])
      }
    return translator.trc("spoken span", "{start} to {end}", ["start": time(start), "end": to])
  }

  private func shownEnd(_ end: WallTime, after start: WallTime) -> String {
    switch endDay(end, after: start) {
    case .same: time(end)
    case .thisWeek(let day):
      translator.trc(
        "end of a span on another day", "{weekday} {time}",
        ["weekday": shortWeekday(day.weekday), "time": time(end)])
    case .later(let day):
      listed([shortDate(day), time(end)])
    }
  }

  private enum EndDay { case same, thisWeek(Day), later(Day) }

  private func endDay(_ end: WallTime, after start: WallTime) -> EndDay {
    let days = end.day.days(since: start.day)
    if days == 0 || (days == 1 && end.isMidnight) { return .same }
    return days < 7 ? .thisWeek(end.day) : .later(end.day)
  }

  private func time(hour: Int, minute: Int, showsHalf: Bool) -> String {
    switch clock {
    case .h24:
      translator.trc(
        "24-hour clock", "{hour}:{minute}", ["hour": twoDigits(hour), "minute": twoDigits(minute)])
    case .h12 where showsHalf:
      translator.trc(
        "12-hour clock", "{hour}:{minute} {half}",
        ["hour": String(hourOfHalf(hour)), "minute": twoDigits(minute), "half": half(hour)])
    case .h12:
      translator.trc(
        "12-hour clock, the half of the day follows later", "{hour}:{minute}",
        ["hour": String(hourOfHalf(hour)), "minute": twoDigits(minute)])
    }
  }

  private func half(_ hour: Int) -> String {
    hour < 12 ? translator.trc("12-hour clock", "AM") : translator.trc("12-hour clock", "PM")
  }

  private func hourOfHalf(_ hour: Int) -> Int { hour % 12 == 0 ? 12 : hour % 12 }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
