import CalendarModel
import CalendarStore
import CalendarText
import FoundationEssentials

/// The reason why nothing can be opened.
package enum OpeningFailure: Error {
  /// The sample could not be written.
  case sample(SystemReason)
  /// The user's own calendar could not be made or found.
  case own(StoreError)

  /// What happened, in one calm line.
  package func message(_ t: Translator) -> String {
    switch self {
    case .sample(let reason):
      t.tr("The sample could not be written: {reason}", ["reason": reason.words(t)])
    case .own(let error): error.message(t)
    }
  }
}

extension CalendarSession {
  /// What a request comes to: which paths, and where they come from.
  ///
  /// - Parameters:
  ///   - lastOpened: what was open last, for a request that names nothing.
  ///   - today: the present day, for the sample.
  package func choose(
    _ request: OpenRequest, lastOpened: [String], today: Day
  ) throws(OpeningFailure) -> (paths: [String], source: Source) {
    if request.isSample {
      do {
        let t = phrases.translator
        let file = try SampleCalendar.write(today: request.date ?? today, tr: { t.tr($0) })
        return ([file.path], .sample(file: file))
      } catch {
        throw .sample(SampleCalendar.reason(error))
      }
    }
    if !request.paths.isEmpty { return (request.paths, .chosen) }
    // Those that are not there stay: they may be on something that is not mounted yet. The store finds out, for here
    // a server that does not answer would hold up the window.
    if !lastOpened.isEmpty { return (lastOpened, .own) }
    do throws(StoreError) {
      return ([try UserFolders.personalCalendar()], .own)
    } catch {
      throw .own(error)
    }
  }

  /// Whether nothing was ever put into the user's own calendar, which is there.
  package var isUnused: Bool { isEmpty && source == .own && failures.isEmpty && absences.isEmpty }

  /// What is open, in words, for the title.
  package var openedWords: String {
    let t = phrases.translator
    let names = calendars.map { $0.isFolder ? $0.name : $0.location.lastName }
    let missing = calendars.count { !$0.isAvailable }
    let opened =
      switch source {
      case .sample: t.tr("Sample – your files are not changed")
      case _ where names.count > 1: t.trn("{count} calendar", "{count} calendars", names.count)
      default: names.first ?? ""
      }
    if missing > 0 {
      return calendars.count == missing
        ? t.tr("{calendar} – not available", ["calendar": opened])
        : t.trn(
          "{calendars}, {count} not available", "{calendars}, {count} not available", missing,
          ["calendars": opened])
    }
    if !names.isEmpty, calendars.allSatisfy(\.isReadOnly) {
      return t.tr("{calendar} – read-only", ["calendar": opened])
    }
    return opened
  }
}
