import CalendarModel

/// How clocks tell the hour.
public enum ClockFormat: Hashable, Sendable {
  /// 14:15.
  case h24
  /// 2:15 PM.
  case h12
}

/// Everything that Handspan says about days, times and events, in the user's words and clock.
///
/// What is shown is short ("14:15 – 15:00"); what is spoken by assistive technology is whole words
/// ("14:15 to 15:00, 45 minutes").
public struct Phrases: Sendable {
  /// Where the words come from.
  public var translator: Translator
  /// How clocks tell the hour.
  public var clock: ClockFormat

  /// Phrases in those words and that clock.
  public init(translator: Translator = .source, clock: ClockFormat = .h24) {
    self.translator = translator
    self.clock = clock
  }

  /// Things one after the other: "Standup, repeats, tentative".
  func listed(_ parts: [String]) -> String {
    guard let first = parts.first else { return "" }
    return parts.dropFirst().reduce(first) { list, next in
      translator.trc("list", "{first}, {next}", ["first": list, "next": next])
    }
  }
}
