extension Phrases {
  /// A duration for display: "45 min", "1 h 15 min", "2 d 3 h".
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

  /// A duration for speech: "1 hour 15 minutes".
  ///
  /// - Parameter seconds: as for `duration(seconds:)`.
  package func spokenDuration(seconds: Int) -> String {
    let (days, hours, minutes) = parts(ofSeconds: seconds)
    var words: [String] = []
    if days > 0 { words.append(self.days(days)) }
    if hours > 0 { words.append(translator.trn("{count} hour", "{count} hours", hours)) }
    if minutes > 0 || words.isEmpty {
      words.append(translator.trn("{count} minute", "{count} minutes", minutes))
    }
    return joined(words)
  }

  /// A number of whole days: "3 days".
  package func days(_ count: Int) -> String {
    translator.trn("{count} day", "{count} days", count)
  }

  private func joined(_ words: [String]) -> String {
    guard let first = words.first else { return "" }
    return words.dropFirst().reduce(first) { sum, next in
      translator.trc("parts of a duration", "{longer} {shorter}", ["longer": sum, "shorter": next])
    }
  }

  private func parts(ofSeconds seconds: Int) -> (days: Int, hours: Int, minutes: Int) {
    let minutes = seconds > 0 ? max(1, (seconds + 30) / 60) : 0
    return (minutes / 1440, minutes / 60 % 24, minutes % 60)
  }
}
