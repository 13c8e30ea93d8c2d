import CalendarModel
import CalendarText
import Testing

@Suite struct TypedTimeTests {
  /// Accepted input with its meaning: a time of day, or a number of minutes from now, written with a plus.
  static let acceptedTimes: [(String, String)] = [
    // Hours only.
    ("9", "09:00"), ("09", "09:00"), ("0", "00:00"), ("14", "14:00"), ("24", "24:00"), (" 9 ", "09:00"),
    // Without separators.
    ("930", "09:30"), ("0930", "09:30"), ("1415", "14:15"), ("000", "00:00"), ("2400", "24:00"),
    // With separators.
    ("9:30", "09:30"), ("09:05", "09:05"), ("14.30", "14:30"), ("9 30", "09:30"), ("23:59", "23:59"),
    ("24:00", "24:00"), ("14 : 30", "14:30"), ("9:30:00", "09:30"), ("14：30", "14:30"),
    // AM and PM.
    ("2:15pm", "14:15"), ("2:15 PM", "14:15"), ("2:15 p.m.", "14:15"), ("2.15 pm", "14:15"), ("9am", "09:00"),
    ("9 a.m.", "09:00"), ("9a", "09:00"), ("3p", "15:00"), ("12am", "00:00"), ("12pm", "12:00"),
    ("12:30 am", "00:30"), ("0:30 am", "00:30"), ("930pm", "21:30"), ("pm 2:15", "14:15"), ("9PM", "21:00"),
    ("at 5 pm", "17:00"),
    // French, German, Dutch, Nordic, Italian, Russian, Polish, Greek.
    ("14h", "14:00"), ("14h30", "14:30"), ("14 h 30", "14:30"), ("9H", "09:00"), ("à 9h15", "09:15"),
    ("14 Uhr", "14:00"), ("14:30 Uhr", "14:30"), ("um 9 Uhr", "09:00"), ("9 Uhr 15", "09:15"),
    ("14.30 uur", "14:30"), ("14u30", "14:30"), ("kl. 14.30", "14:30"), ("klo 9", "09:00"),
    ("alle 14:30", "14:30"),
    ("ore 9", "09:00"), ("14 ч 30 мин", "14:30"), ("o 9", "09:00"), ("2:15 μμ", "14:15"),
    ("3 Uhr nachmittags", "15:00"),
    // Chinese, Japanese, Korean; digits of other scripts.
    ("下午2:15", "14:15"), ("14点30分", "14:30"), ("午後2時15分", "14:15"), ("9時", "09:00"), ("오후 2시 15분", "14:15"),
    ("٠٩:٣٠", "09:30"), ("९:३०", "09:30"), ("１４：３０", "14:30"), ("\u{200F}14:30\u{200E}", "14:30"),
    ("2:15\u{202F}PM", "14:15"),
    // Words.
    ("noon", "12:00"), ("Mitternacht", "00:00"), ("midi", "12:00"), ("now", "+0"), ("jetzt", "+0"),
    // Durations.
    ("in 45 min", "+45"), ("in 45min", "+45"), ("45 min", "+45"), ("90 m", "+90"), ("+45", "+45"),
    ("+ 45", "+45"),
    ("+1h", "+60"), ("in 2 h", "+120"), ("in 14h", "+840"), ("in 1 h 30 min", "+90"), ("in 1h30", "+90"),
    ("+1:30", "+90"), ("in 1.5 hours", "+90"), ("in 1,25 Std.", "+75"), ("in 2 Stunden", "+120"),
    ("dans 20 minutes", "+20"), ("через 15 минут", "+15"), ("45分後", "+45"), ("30 min later", "+30"),
    ("in 0 min", "+0"), ("+525600", "+525600"),
  ]

  @Test(arguments: acceptedTimes)
  func acceptedTimesAreUnderstood(text: String, expected: String) throws {
    let meaning: String
    switch try Phrases().typedTime(text) {
    case .clock(let hour, let minute):
      meaning = (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    case .later(let minutes): meaning = "+\(minutes)"
    }
    #expect(meaning == expected)
  }

  static let refusedTimes: [(String, TypedTimeError)] = [
    ("", .empty), ("   ", .empty), ("25", .noSuchHour(25)), ("24:30", .noSuchHour(24)),
    ("99", .noSuchHour(99)),
    ("9:75", .noSuchMinute(75)), ("0975", .noSuchMinute(75)), ("9:5", .ambiguousMinute("5")),
    ("14h5", .ambiguousMinute("5")), ("9 3", .ambiguousMinute("3")), ("13pm", .invalidHourForDayPeriod),
    ("14:30 am", .invalidHourForDayPeriod),
    ("0pm", .invalidHourForDayPeriod), ("9:30:15", .hasSeconds), ("soon", .notUnderstood),
    ("9-10", .notUnderstood),
    ("9:", .notUnderstood), (":30", .notUnderstood), ("12345", .notUnderstood), ("9:30:", .notUnderstood),
    ("am", .notUnderstood), ("am 9 pm", .notUnderstood), ("in 45", .notUnderstood), ("in", .notUnderstood),
    ("+", .notUnderstood), ("-5", .notUnderstood), ("in 1,333 h", .notUnderstood),
    ("half past nine", .notUnderstood),
    ("9/30", .notUnderstood), ("2026-01-05", .notUnderstood), ("9:30 tomorrow", .notUnderstood),
    ("½", .notUnderstood),
    ("in 1h90", .notUnderstood), ("9,5", .notUnderstood), ("1e3", .notUnderstood),
    ("٩:٥", .ambiguousMinute("5")),
    ("in 9000 h", .tooFar), ("+999999", .tooFar), ("99999999999999999999", .notUnderstood),
    ("🕘", .notUnderstood),
    ("9:30 pm pm", .notUnderstood), ("0x9", .notUnderstood),
  ]

  @Test(arguments: refusedTimes)
  func unrecognizedTimesAreRefusedWithAnExplanation(text: String, expected: TypedTimeError) {
    #expect(throws: expected) { try Phrases().typedTime(text) }
    #expect(!Phrases().explanation(expected).contains("{"))
  }

  /// AM and PM in English, German and Japanese.
  static let dayPeriods = [("AM", "PM"), ("vorm.", "nachm."), ("午前", "午後")]

  @Test(arguments: dayPeriods)
  func displayedTimesCanBeTyped(morning: String, afternoon: String) throws {
    let translator = Translator(
      text: { _, message in message == "AM" ? morning : message == "PM" ? afternoon : message },
      plural: { one, many, count in count == 1 ? one : many })
    for clock in [ClockFormat.h24, .h12] {
      let phrases = Phrases(translator: translator, clock: clock)
      for minute in stride(from: 0, to: 1_440, by: 7) {
        let wall = WallTime(.earliest, secondOfDay: minute * 60)
        let typedTime = try phrases.typedTime(phrases.time(wall))
        #expect(typedTime == .clock(hour: wall.hour, minute: wall.minute), "\(phrases.time(wall))")
      }
    }
  }

  @Test func typedTimeIsAWallTimeOnTheGivenDay() throws {
    let day = try #require(Day("2026-01-05"))
    let referenceTime = WallTime(day, hour: 23, minute: 40)
    #expect(
      TypedTime.clock(hour: 24, minute: 0).resolved(on: day, from: referenceTime)
        == WallTime(day.adding(days: 1)))
    #expect(
      TypedTime.later(minutes: 45).resolved(on: day, from: referenceTime)
        == WallTime(day.adding(days: 1), hour: 0, minute: 25))
  }
}

@Suite struct TypedDurationTests {
  @Test(arguments: [
    ("45", 45), ("90", 90), ("1:30", 90), ("+1:30", 90), ("2 h", 120), ("1 h 15 min", 75), ("1,5 h", 90),
    ("45m", 45),
    (" 15 min ", 15), ("0", 0), ("1h30", 90),
  ])
  func durationsAreUnderstood(text: String, minutes: Int) throws {
    #expect(try Phrases().typedDuration(text) == minutes)
  }

  @Test(arguments: ["", "  ", "long", "2:15 pm", "-5", "1:75"])
  func unclearDurationsAreRefused(text: String) {
    #expect(throws: TypedTimeError.self) { try Phrases().typedDuration(text) }
  }

  @Test func refusalsAreExplained() {
    #expect(Phrases().durationExplanation(.notUnderstood) == "Enter a duration, such as 1 h 30 min.")
    #expect(Phrases().durationExplanation(.tooFar) == "For more than a year, change the start and end dates.")
  }
}
