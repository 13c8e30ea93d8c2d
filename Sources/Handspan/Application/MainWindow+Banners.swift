import CalendarText
import GtkSupport

// What the window says for as long as it holds.
extension MainWindow {
  /// The most files whose failure is told one by one.
  private static let mostFailures = 3
  /// The most repeating events of which it is told that some of their times are missing.
  private static let mostShortfalls = 2

  /// Says what of the files is not shown, and why.
  func updateNotes() {
    let t = phrases.translator
    var lines = Array(session.failures.prefix(MainWindow.mostFailures))
    let more = session.failures.count - lines.count
    if more > 0 {
      lines.append(
        t.trn("{count} more file could not be opened", "{count} more files could not be opened", more))
    }
    // A file that cannot be saved cannot be read either, as a rule; the other banner says more of it.
    if session.lossCount > 0, session.trouble == nil {
      lines.append(
        t.trn(
          "{count} thing in the calendar could not be read",
          "{count} things in the calendar could not be read",
          session.lossCount))
    }
    let shortfalls = session.shortfalls
    lines += shortfalls.prefix(MainWindow.mostShortfalls)
    if shortfalls.count > MainWindow.mostShortfalls {
      lines.append(phrases.moreShortfalls(count: shortfalls.count - MainWindow.mostShortfalls))
    }
    let text = lines.isEmpty ? nil : lines.joined(separator: "\n")
    guard text != notes.text else { return }
    notes.text = text
    if let text { timeline.say(text) }
  }

  /// Says that something is not on disk, until it is.
  func savedChanged() {
    timeline.isSaved = session.isSaved
    let text = session.trouble.map { phrases.translator.tr("Not saved yet. {reason}", ["reason": $0]) }
    guard text != unsaved.text else { return }
    unsaved.text = text
    updateNotes()
    if let text { timeline.say(text) }
  }
}
