/// Who rings the reminders of a calendar. Two programs that ring for the same calendar annoy, and none loses reminders, so
/// there is exactly one.
package enum Ringer: Hashable, Sendable {
  case handspan
  /// evolution-alarm-notify, a part of Evolution Data Server.
  case evolution
  /// GNOME Shell.
  case shell
  /// Nobody, until the user allows Handspan to.
  case nobody

  /// Where a calendar comes from.
  package enum Source: Hashable, Sendable, CaseIterable {
    /// A file or folder that only Handspan opens.
    case file
    /// A file that is also a calendar of Evolution Data Server.
    case fileOfEvolution
    case subscription
    case account
  }

  /// What the desktop does about the calendars of Evolution Data Server.
  package struct Desktop: Hashable, Sendable {
    /// Whether evolution-alarm-notify is on the session bus.
    package var hasAlarmNotify: Bool
    /// The major version of GNOME Shell; nil if it does not run. `org.gnome.Shell.CalendarServer` does not matter: older
    /// shells own the name and ring nothing.
    package var shellVersion: Int?

    /// Returns the major version in the text that GNOME Shell reports; nil if it has none.
    package static func majorVersion(_ text: String) -> Int? { Int(text.prefix { $0.isNumber }) }

    package init(hasAlarmNotify: Bool = false, shellVersion: Int? = nil) {
      (self.hasAlarmNotify, self.shellVersion) = (hasAlarmNotify, shellVersion)
    }
  }

  /// The first version of GNOME Shell that rings.
  private static let firstRingingShell = 51

  /// Returns who rings for a calendar.
  ///
  /// - Parameters:
  ///   - ringsForAccounts: whether the user allowed Handspan to ring for accounts if nobody else does.
  package static func of(_ source: Source, on desktop: Desktop, ringsForAccounts: Bool) -> Ringer {
    let evolutionRinger: Ringer? =
      desktop.hasAlarmNotify
      ? .evolution : (desktop.shellVersion ?? 0) >= firstRingingShell ? .shell : nil
    switch source {
    case .file, .subscription: return .handspan
    case .fileOfEvolution: return evolutionRinger ?? .handspan
    case .account: return evolutionRinger ?? (ringsForAccounts ? .handspan : .nobody)
    }
  }
}
