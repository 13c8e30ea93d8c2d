import CalendarModel

extension Phrases {
  /// Returns the number of minutes in a typed duration: "45", "1:30", "1 h 15 min", "2,5 h".
  package func typedDuration(_ text: String) throws(TypedTimeError) -> Int {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    // Text that begins with a plus sign is always read as a duration, never as a time of day.
    let textWithPlusSign = text.drop(while: \.isWhitespace).hasPrefix("+") ? text : "+" + text
    guard case .later(let minutes) = try typedTime(textWithPlusSign) else { throw .notUnderstood }
    return minutes
  }

  /// Returns a message that says why a typed duration was not accepted and what to do.
  package func durationExplanation(_ error: TypedTimeError) -> String {
    switch error {
    case .tooFar: translator.tr("For more than a year, change the start and end dates.")
    default:
      translator.tr("Enter a duration, such as {example}.", ["example": duration(seconds: 5400)])
    }
  }
}
