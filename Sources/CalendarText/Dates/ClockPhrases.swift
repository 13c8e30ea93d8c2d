import CalendarModel

extension Phrases {
  /// Returns a time of day: "14:15" or "2:15 PM".
  package func time(_ wall: WallTime) -> String {
    time(hour: wall.hour, minute: wall.minute, showsDayPeriod: true)
  }

  /// Returns the label of an hour in the gutter beside a timeline: "14:00" or "2 PM". Hours past 23 belong to
  /// the next day.
  package func hourLabel(_ hour: Int) -> String {
    let hour = ((hour % 24) + 24) % 24
    guard clock == .h12 else { return time(hour: hour, minute: 0, showsDayPeriod: true) }
    return translator.trc(
      "12-hour clock, on the hour", "{hour} {period}",
      ["hour": String(hourOnTwelveHourClock(hour)), "period": dayPeriod(hour)])
  }

  /// Returns a span between two times, for display: "14:15 – 15:00" or "2:15 – 3:00 PM".
  ///
  /// The weekday of the end is included if the end is on a different day ("22:00 – Tue 02:00"), or the date
  /// of the end if it is a week or more later. Midnight at the end of a day belongs to that day.
  package func span(_ start: WallTime, _ end: WallTime) -> String {
    guard start != end else { return time(start) }
    let sharesDayPeriod = end.day == start.day && (start.hour < 12) == (end.hour < 12)
    let startText = time(hour: start.hour, minute: start.minute, showsDayPeriod: !sharesDayPeriod)
    let endText = shownTime(end, relativeTo: start.day)
    return translator.trc("shown span", "{start} – {end}", ["start": startText, "end": endText])
  }

  /// Returns a span between two times, for speech: "14:15 to 15:00", "22:00 to Tuesday, 02:00".
  package func spokenSpan(_ start: WallTime, _ end: WallTime) -> String {
    guard start != end else { return time(start) }
    let days = end.day.days(since: start.day)
    var endText = time(end)
    if days > 1 || (days == 1 && !end.isMidnight) {
      endText = listed([days < 7 ? weekday(end.day.weekday) : date(end.day), endText])
    }
    return translator.trc("spoken span", "{start} to {end}", ["start": time(start), "end": endText])
  }

  /// Returns a time as displayed on the page of `day`. The weekday or date is included if the time is on a
  /// different day.
  func shownTime(_ wall: WallTime, relativeTo day: Day) -> String {
    let days = wall.day.days(since: day)
    if days == 0 || (days == 1 && wall.isMidnight) { return time(wall) }
    guard abs(days) < 7 else { return listed([shortDate(wall.day), time(wall)]) }
    return translator.trc(
      "time on another day", "{weekday} {time}",
      ["weekday": shortWeekday(wall.day.weekday), "time": time(wall)])
  }

  private func time(hour: Int, minute: Int, showsDayPeriod: Bool) -> String {
    switch clock {
    case .h24:
      translator.trc(
        "24-hour clock", "{hour}:{minute}", ["hour": twoDigits(hour), "minute": twoDigits(minute)])
    case .h12 where showsDayPeriod:
      translator.trc(
        "12-hour clock", "{hour}:{minute} {period}",
        ["hour": String(hourOnTwelveHourClock(hour)), "minute": twoDigits(minute), "period": dayPeriod(hour)])
    case .h12:
      translator.trc(
        "12-hour clock, AM or PM follows later", "{hour}:{minute}",
        ["hour": String(hourOnTwelveHourClock(hour)), "minute": twoDigits(minute)])
    }
  }

  private func dayPeriod(_ hour: Int) -> String {
    hour < 12 ? translator.trc("12-hour clock", "AM") : translator.trc("12-hour clock", "PM")
  }

  private func hourOnTwelveHourClock(_ hour: Int) -> Int { hour % 12 == 0 ? 12 : hour % 12 }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
