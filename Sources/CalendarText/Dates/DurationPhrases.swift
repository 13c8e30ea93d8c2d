extension Phrases {
  /// Returns a duration for display: "45 min", "1 h 15 min", "2 d 3 h".
  ///
  /// - Parameter seconds: the elapsed time. It is rounded to whole minutes, and to at least one minute unless
  ///   it is zero.
  package func duration(seconds: Int) -> String {
    let (days, hours, minutes) = parts(ofSeconds: seconds)
    var words: [String] = []
    if days > 0 { words.append(translator.trc("short duration", "{count} d", ["count": String(days)])) }
    if hours > 0 { words.append(translator.trc("short duration", "{count} h", ["count": String(hours)])) }
    if minutes > 0 || words.isEmpty {
      words.append(translator.trc("short duration", "{count} min", ["count": String(minutes)]))
    }
    return joined(words)
  }

  /// Returns a duration for speech: "1 hour 15 minutes".
  ///
  /// - Parameter seconds: the elapsed time, rounded as in `duration(seconds:)`.
  package func spokenDuration(seconds: Int) -> String {
    let (days, hours, minutes) = parts(ofSeconds: seconds)
    var words: [String] = []
    if days > 0 { words.append(self.days(days)) }
    if hours > 0 { words.append(self.hours(hours)) }
    if minutes > 0 || words.isEmpty { words.append(self.minutes(minutes)) }
    return joined(words)
  }

  /// Returns a number of hours for speech: "3 hours".
  package func hours(_ count: Int) -> String {
    translator.trn("{count} hour", "{count} hours", count)
  }

  /// Returns a number of minutes for speech: "25 minutes".
  package func minutes(_ count: Int) -> String {
    translator.trn("{count} minute", "{count} minutes", count)
  }

  /// Returns an hour of a twelve-hour clock for speech, without AM or PM: "2 o'clock".
  package func spokenTwelveHourClock(hour: Int) -> String {
    translator.tr("{hour} o’clock", ["hour": String(hour)])
  }

  /// Returns a number of whole days: "3 days".
  package func days(_ count: Int) -> String {
    translator.trn("{count} day", "{count} days", count)
  }

  private func joined(_ words: [String]) -> String {
    guard let first = words.first else { return "" }
    return words.dropFirst().reduce(first) { text, next in
      translator.trc("parts of a duration", "{longer} {shorter}", ["longer": text, "shorter": next])
    }
  }

  private func parts(ofSeconds seconds: Int) -> (days: Int, hours: Int, minutes: Int) {
    let minutes = seconds > 0 ? max(1, (seconds + 30) / 60) : 0
    return (minutes / 1440, minutes / 60 % 24, minutes % 60)
  }
}
