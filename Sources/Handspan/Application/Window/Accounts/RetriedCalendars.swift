import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// Says what has become of calendars that the user wanted to open again, because a server answers only later.
@MainActor
final class RetriedCalendars {
  /// Called with the outcome.
  var onOutcome: (String) -> Void = { _ in }

  /// The time in milliseconds after which a server that has not answered counts as unreachable.
  private static let timeout: UInt32 = 10_000
  private let session: CalendarSession
  /// The calendars whose outcome is not known yet, with their states when the user tried again.
  private var states: [CalendarID: CalendarSession.AccountState?] = [:]

  init(_ session: CalendarSession) { self.session = session }

  /// Begins to wait for the answer of a calendar's server.
  func add(_ calendar: CalendarInfo) {
    let id = calendar.id
    states[id] = .some(session.accountState(of: calendar))
    afterMilliseconds(Self.timeout) { [weak self] in
      self?.report(id)
      return false
    }
  }

  /// Called when the calendars or their states have changed.
  func check() {
    for (id, formerState) in states {
      guard let calendar = session.calendars.first(where: { $0.id == id }) else {
        states[id] = nil
        continue
      }
      let state = session.accountState(of: calendar)
      if state != formerState, state != .loading { report(id) }
    }
  }

  private func report(_ id: CalendarID) {
    guard states.removeValue(forKey: id) != nil,
      let calendar = session.calendars.first(where: { $0.id == id })
    else { return }
    onOutcome(
      session.unavailableMessage(calendar)
        ?? session.phrases.translator.tr("“{calendar}” can be reached again", ["calendar": calendar.name]))
  }
}
