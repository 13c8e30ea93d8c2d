import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

/// `handspan calendars`: lists the calendars that the window opens, and sets the names and colors of folders.
struct CalendarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars", abstract: "List the calendars that the window opens.",
    usage: """
      handspan calendars [--json]
      handspan calendars set PATH [--name NAME] [--color COLOR]
      """,
    discussion: """
      Lists the calendars that were open last time. "handspan" without a PATH opens them again. Every command that \
      takes a PATH also takes the ID of one of these calendars; a file or folder of that name takes precedence. \
      Each calendar is listed with a short ID, which comes from the name of the file or folder. If several \
      calendars would have the same one, none of them has it: they are listed with their permanent IDs instead.

      If Evolution Data Server is running, the calendars of your accounts follow, and then your subscriptions. Their \
      short IDs come from their names, which others may be able to change, so scripts should use the permanent IDs. \
      Commands read the last copy of a subscription and do not fetch it again.

      With --json, the output is an array of objects with the keys id (the permanent ID), shortName (the short ID, \
      or null), name, color (#rrggbb), account (null \
      for subscriptions and for calendars on this computer), readOnly, state, error and path. The state is ready, \
      readOnly, offline, serverError, needsSignIn or notAvailable. The error is null unless the state is \
      serverError. A subscription also has the keys refreshed (when its server last confirmed the copy, in UTC, or \
      null) and notRefreshed (why the last refresh failed, or null).
      """,
    subcommands: [ListCalendarsCommand.self, SetCalendarCommand.self],
    defaultSubcommand: ListCalendarsCommand.self)
}

/// `handspan calendars list`, the default: lists the calendars.
struct ListCalendarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the calendars that the window opens. This is the default.")

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let knownCalendars = KnownCalendars.load()
    let paths = try knownCalendars.openablePaths()
    let snapshot = StoreAccess(lastOpened: paths, zone: SystemZones.shared.local).snapshot
      .withDisplayedNamesAndColors()
    let rows = snapshot.calendars.compactMap { calendar in
      knownCalendars.entries.first { CalendarID($0.path) == calendar.id }
        .map { (entry: $0, calendar: calendar) }
    }
    TerminalOutput.printLines(json ? Self.jsonArray(rows) : text(rows))
    for error in snapshot.failures { TerminalOutput.printError(KnownCalendars.message(for: error)) }
    if !snapshot.failures.isEmpty { throw CommandFailure.reported(snapshot.failures) }
  }

  private func text(_ rows: [(entry: KnownCalendars.Entry, calendar: CalendarInfo)]) -> String {
    let t = Language.translator
    let width = rows.reduce(0) { max($0, ($1.entry.shortName ?? $1.entry.id).count) }
    return rows.map { entry, calendar in
      let state: String? =
        switch Self.state(of: calendar) {
        case .ready: nil
        case .readOnly: t.tr("read-only")
        case .needsSignIn: t.tr("sign-in needed")
        case .offline: t.tr("offline")
        case .serverError(let message): t.tr("server error: {reason}", ["reason": message])
        case .notAvailable: t.tr("not available")
        }
      let id = entry.shortName ?? entry.id
      let padding = String(repeating: " ", count: width - id.count)
      let parts = [calendar.name, entry.account, state] + (entry.subscription.map(Self.parts(of:)) ?? [])
      return TerminalText.line(
        "\(id)\(padding)  \(parts.compactMap(\.self).joined(separator: " · "))")
    }.joined(separator: "\n")
  }

  /// Returns the age of a subscription, and why it was not refreshed.
  private static func parts(of subscription: SubscriptionStatus) -> [String?] {
    let age = Language.phrases.age(
      ofSubscription: subscription.lastRefresh.map { Instant.now.seconds - $0 })
    let reason = subscription.fault.map {
      Language.translator.tr("refresh failed: {reason}", ["reason": $0.phrase(Language.translator)])
    }
    return [age, reason]
  }

  /// The state of a calendar; for one that could not be opened, the state that the reason implies.
  private static func state(of calendar: CalendarInfo) -> CalendarState {
    switch calendar.unavailableReason {
    case .missing(.offline), .missing(.noAnswer): .offline
    case .missing(.serverError(_, let message)): .serverError(message)
    case .missing(.signInNeeded): .needsSignIn
    case .notResponding, .missing, nil: calendar.state
    }
  }

  private static func jsonArray(_ rows: [(entry: KnownCalendars.Entry, calendar: CalendarInfo)]) -> String {
    guard !rows.isEmpty else { return "[]" }
    let objects = rows.map { entry, calendar in
      let string = OccurrenceJSON.string
      let members: KeyValuePairs = [
        "id": string(entry.id),
        "shortName": entry.shortName.map(string) ?? "null",
        "name": string(calendar.name),
        "color": calendar.color.map { string($0.hex) } ?? "null",
        "account": entry.account.map(string) ?? "null",
        "readOnly": calendar.isReadOnly ? "true" : "false",
        "state": string(name(of: state(of: calendar))),
        "error": message(of: state(of: calendar)).map(string) ?? "null",
        "path": calendar.location.path.map(string) ?? "null",
      ]
      var pairs = members.map { "\(string($0.key)): \($0.value)" }
      if let subscription = entry.subscription {
        let refreshed = subscription.lastRefresh.map {
          ZonedTime(wall: WallTime(seconds: $0), offset: 0).description
        }
        let reason = subscription.fault?.phrase(Language.translator)
        pairs.append("\(string("refreshed")): \(refreshed.map(string) ?? "null")")
        pairs.append("\(string("notRefreshed")): \(reason.map(string) ?? "null")")
      }
      return "  {" + pairs.joined(separator: ", ") + "}"
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]"
  }

  /// The server's error message.
  private static func message(of state: CalendarState) -> String? {
    if case .serverError(let message) = state { message } else { nil }
  }

  private static func name(of state: CalendarState) -> String {
    switch state {
    case .ready: "ready"
    case .readOnly: "readOnly"
    case .offline: "offline"
    case .serverError: "serverError"
    case .needsSignIn: "needsSignIn"
    case .notAvailable: "notAvailable"
    }
  }
}

/// `handspan calendars set`: sets the name and the color of a folder.
struct SetCalendarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the name or the color of a folder of calendar files.",
    discussion: """
      The name and the color are stored in the files "displayname" and "color" in the folder, where khal and \
      vdirsyncer find them. No event is changed.
      """)

  @Argument(help: ArgumentHelp("The folder, or the ID of a calendar.", valueName: "PATH"))
  var path: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The name of the calendar.", valueName: "NAME"))
  var name: String?

  @Option(help: ArgumentHelp("The color of the calendar, such as #3584e4.", valueName: "COLOR"))
  var color: ColorArgument?

  func validate() throws {
    let t = Language.translator
    guard name != nil || color != nil else {
      throw ValidationError(t.tr("Use --name NAME, --color COLOR, or both."))
    }
    guard name?.asCalendarName.isEmpty != true else {
      throw ValidationError(t.tr("--name is empty."))
    }
  }

  func run() throws {
    let access = try StoreAccess(path: path, isForced: false)
    guard let calendar = access.snapshot.calendars.first else { throw CommandFailure.failed(nil) }
    guard CalendarStore.canHavePropertyFiles(calendar) else {
      throw CommandFailure.failed(
        Language.translator.tr(
          "“{path}” is a single file. Only folders store a name and a color.",
          ["path": calendar.location.text]))
    }
    if let name { try access.set(.name(name.asCalendarName), of: calendar.id) }
    if let color { try access.set(.color(color.color), of: calendar.id) }
  }
}

/// A color, written as #rrggbb.
struct ColorArgument: ExpressibleByArgument {
  let color: EventColor

  init?(argument: String) {
    guard let color = EventColor(hex: argument) else { return nil }
    self.color = color
  }
}
