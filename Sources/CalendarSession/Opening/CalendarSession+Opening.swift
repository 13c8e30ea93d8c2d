import CalendarModel
import CalendarStore
import CalendarText
import FoundationEssentials

/// The reason why no calendar can be opened.
package enum OpeningFailure: Error {
  /// The sample could not be written.
  case sample(SystemReason)
  /// The user's own calendar could not be created or found.
  case ownCalendar(StoreError)

  /// Returns the error as one line for the user.
  package func message(_ t: Translator) -> String {
    switch self {
    case .sample(let reason):
      t.tr("The sample could not be written: {reason}", ["reason": reason.phrase(t)])
    case .ownCalendar(let error): error.message(t)
    }
  }
}

extension CalendarSession {
  /// Determines the paths to open for a request, and the source of the calendars at these paths.
  ///
  /// - Parameters:
  ///   - today: the current day, for the sample.
  package func resolve(_ request: OpenRequest, today: Day) throws(OpeningFailure) -> (
    paths: [String], source: Source
  ) {
    if request.isSample {
      let t = phrases.translator
      let file = try SampleCalendar.write(today: request.date ?? today, tr: { t.tr($0) })
      return ([file.path], .sample(file: file))
    }
    if !request.paths.isEmpty { return (request.paths, .chosen) }
    // Missing paths are kept, because they may be on a volume that is not mounted yet. The store checks them:
    // here, a server that does not respond would block the window.
    if !choices.opened.isEmpty { return (choices.opened.map(\.key), .ownCalendars) }
    do throws(StoreError) {
      return (
        [try UserFolders.createPersonalCalendarIfNeeded(named: phrases.personalCalendar)], .ownCalendars
      )
    } catch {
      throw .ownCalendar(error)
    }
  }

  /// Whether the open calendars are the user's own, are all available and have no events.
  package var isUnused: Bool {
    isEmpty && source == .ownCalendars && failureMessages.isEmpty && unavailableMessages.isEmpty
  }

  /// Whether there has been no event yet: the calendars are unused, and no event can be brought back.
  package var isUntouched: Bool {
    isUnused && ![steps.nextUndo, steps.nextRedo].contains { $0?.parts.isEmpty == false }
  }

  /// The names and the state of the open calendars, for the title.
  package var openCalendarsTitle: String {
    let t = phrases.translator
    let names = calendars.map(\.name)
    let shownCount = calendars.count { !choices.isHidden($0.id) }
    let unavailableCount = calendars.count { !$0.isAvailable }
    let title =
      switch source {
      case .sample: t.tr("Sample – your files are not changed")
      case _ where names.count > 1 && shownCount < names.count:
        t.trn(
          "{shown} of {count} calendar", "{shown} of {count} calendars", names.count,
          ["shown": t.number(shownCount)])
      case _ where names.count > 1: t.trn("{count} calendar", "{count} calendars", names.count)
      default: names.first ?? ""
      }
    if unavailableCount > 0 {
      return calendars.count == unavailableCount
        ? t.tr("{calendar} – not available", ["calendar": title])
        : t.trn(
          "{calendars}, {count} not available", "{calendars}, {count} not available", unavailableCount,
          ["calendars": title])
    }
    if !names.isEmpty, calendars.allSatisfy(\.isReadOnly) {
      return t.tr("{calendar} – read-only", ["calendar": title])
    }
    return title
  }
}
