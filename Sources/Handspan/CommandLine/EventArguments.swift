import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

/// The arguments that identify an event.
struct EventReference: ParsableArguments {
  @Argument(help: ArgumentHelp("The calendar file or folder, or its ID.", valueName: "PATH"))
  var path: String

  @Argument(
    help: ArgumentHelp(
      "The UID of the event, as printed by \"handspan list --json\". Put -- before a UID that begins with a dash.",
      valueName: "UID"))
  var uid: String?

  @Option(
    help: ArgumentHelp(
      "Instead of the UID: the index of the event, as printed by \"handspan list --json\". It is valid until the file changes.",
      valueName: "INDEX"))
  var index: EventPosition?

  func validate() throws {
    guard (uid == nil) != (index == nil) else {
      throw ValidationError(Language.translator.tr("Use either UID or --index INDEX."))
    }
  }

  /// What identifies the event, for messages.
  var name: String { uid ?? index?.description ?? "" }

  /// Returns the event, or all events of its series.
  ///
  /// - Throws: `CommandFailure` if there is no such event, or more than one.
  func events(in access: inout StoreAccess) throws -> [CalendarEvent] {
    let candidates = try candidates(in: &access)
    guard candidates.count == 1 else {
      throw CommandFailure.failed(
        Language.translator.tr(
          "There are several events with the UID “{uid}”. Use --index INDEX, as printed by “handspan list --json”.",
          ["uid": name]))
    }
    return candidates[0]
  }

  /// Returns the events that may be meant. Each element is one event, or all events of one series.
  fileprivate func candidates(in access: inout StoreAccess) throws -> [[CalendarEvent]] {
    if let index { return [try access.events(at: index)] }
    return try access.events(uid: uid ?? "")
  }
}

extension EventPosition: ExpressibleByArgument {}

/// The arguments that identify the event to change, shared by all commands that change an event.
struct EventArguments: ParsableArguments {
  @OptionGroup var reference: EventReference

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The original start of an occurrence of a repeating event, as printed by \"handspan list --json\" "
        + "(recurrenceId), in the event's own time zone unless it has an offset; or the start of one of several events "
        + "with the same UID.",
      valueName: "START"))
  var occurrence: MomentArgument?

  @Option(
    help: ArgumentHelp(
      "For a repeating event: change only this occurrence, this and the following ones, or all.",
      valueName: "this|following|all"))
  var scope: ScopeArgument?

  @OptionGroup var force: ForceArguments

  @OptionGroup var people: PeopleArguments

  /// Opens the calendar and finds the event or the occurrence.
  ///
  /// - Throws: `CommandFailure` if the calendar cannot be opened, the event is not found, or the options do
  ///   not apply to the event.
  func findEvent() throws -> EventToEdit {
    var access = try StoreAccess(
      path: reference.path, isForced: force.force, userAddresses: people.me)
    let candidates = try reference.candidates(in: &access)
    let events = candidates.count == 1 ? candidates[0] : try onlyMatch(among: candidates)
    let t = Language.translator
    // The occurrence has already named one of several events.
    if candidates.count > 1, !events.contains(where: \.isRepeating) {
      return EventToEdit(access: access, event: events[0], series: events, consent: people.consent)
    }
    guard events.contains(where: \.isRepeating) else {
      guard occurrence == nil, scope == nil else {
        throw CommandFailure.usage(
          t.tr(
            "“{uid}” does not repeat. Leave out --occurrence and --scope.", ["uid": reference.name]))
      }
      return EventToEdit(access: access, event: events[0], series: events, consent: people.consent)
    }
    guard let occurrence, let scope = scope?.scope else {
      throw CommandFailure.usage(
        t.tr(
          "“{uid}” repeats. Add --occurrence START and --scope this, following, or all.",
          ["uid": reference.name]))
    }
    guard let (originalStart, event) = try events.occurrence(at: occurrence, in: SystemZones.shared.local)
    else {
      throw CommandFailure.failed(
        t.tr(
          "“{uid}” has no occurrence with this original start. See “handspan show”.", ["uid": reference.name]
        ))
    }
    return EventToEdit(
      access: access, event: event, series: events, consent: people.consent, originalStart: originalStart,
      scope: scope)
  }

  /// Returns the one among several events, or series, with the same UID that has the given occurrence.
  private func onlyMatch(among candidates: [[CalendarEvent]]) throws -> [CalendarEvent] {
    let t = Language.translator
    var matches = candidates
    if let occurrence {
      let zone = SystemZones.shared.local
      matches = candidates.filter { ((try? $0.occurrence(at: occurrence, in: zone)) ?? nil) != nil }
      guard !matches.isEmpty else {
        throw CommandFailure.failed(
          t.tr(
            "None of the events with the UID “{uid}” starts at this time. See “handspan list”.",
            ["uid": reference.name]))
      }
    }
    guard matches.count == 1 else {
      throw CommandFailure.failed(
        t.tr(
          "There are several events with the UID “{uid}”. Name one by its start (--occurrence START) or, if they start at the same time, by its index (--index INDEX), as printed by “handspan list --json”.",
          ["uid": reference.name]))
    }
    return matches[0]
  }
}

/// The event that a command changes. If it is an occurrence of a series, `event` has the occurrence's times.
struct EventToEdit {
  let access: StoreAccess
  let event: CalendarEvent
  /// All events of the event's series, or only the event if it does not repeat.
  let series: [CalendarEvent]
  /// The people whom a server may notify of the change.
  let consent: Consent
  /// The original start of the occurrence; nil if the event does not repeat.
  var originalStart: EventTime?
  var scope = EventEdit.Scope.thisOccurrence

  /// Returns the event's times moved to the time that an argument denotes.
  func times(movedTo moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try event.times.start.resolve(moment)
    guard moment.offset != nil else { return times(movedTo: wall) }
    let times = event.times.moved(toStart: wall, in: zone)
    try times.start.requireMatch(with: moment)
    return times
  }

  /// Returns the event's times moved to a local time in its own zone.
  func times(movedTo wall: WallTime) -> EventTimes {
    let start = event.times.start
    // The series keeps this time even if the clocks skip it on the day of the occurrence, because that time
    // exists on the other days.
    guard originalStart == nil || scope == .thisOccurrence else {
      return event.times.starting(at: start.with(wall: wall))
    }
    return event.times.moved(toStart: wall, in: start.ownZone)
  }

  /// Makes a change and waits until the result is on disk.
  ///
  /// - Throws: `CommandFailure` if the change fails, or if a server might notify people and the user has not agreed to
  ///   that.
  func perform(_ change: EventEdit.Change) throws {
    try access.perform(
      EventEdit(target: event.id, originalStart: originalStart, scope: scope, change: change),
      consent: consent)
  }
}

/// The part of a series that a command changes.
enum ScopeArgument: String, ExpressibleByArgument {
  case this, following, all

  var scope: EventEdit.Scope {
    switch self {
    case .this: .thisOccurrence
    case .following: .thisAndFollowing
    case .all: .all
    }
  }
}

extension [CalendarEvent] {
  /// Returns the occurrence of a series, or the event that does not repeat, that a command-line argument names by its
  /// original start; nil if there is none.
  fileprivate func occurrence(
    at moment: MomentArgument, in displayZone: Zone
  ) throws -> (originalStart: EventTime, event: CalendarEvent)? {
    let starts = try originalStarts(moment, in: displayZone)
    guard contains(where: \.isRepeating) else {
      return first.flatMap { event in starts.contains(event.times.start) ? (event.times.start, event) : nil }
    }
    return starts.lazy.compactMap { start in
      self.occurrence(originallyAt: start, in: displayZone).map { (start, $0) }
    }.first
  }

  /// Returns the original starts that a command-line argument can mean, the likeliest one first.
  ///
  /// - Parameter displayZone: the zone in which floating times are interpreted.
  fileprivate func originalStarts(_ moment: MomentArgument, in displayZone: Zone) throws -> [EventTime] {
    let master = first { if case .master = $0.series { true } else { false } }
    var seriesStart = (master ?? self[0]).times.start
    if master == nil, case .changed(let original, _) = self[0].series { seriesStart = original }
    guard let wall = moment.wall, !seriesStart.isDate else {
      return [seriesStart.with(wall: try seriesStart.resolve(moment).wall)]
    }
    let isFloating = if case .floating = seriesStart { true } else { false }
    let zone = isFloating ? displayZone : seriesStart.ownZone
    let instant =
      moment.offset.map { Instant(seconds: wall.seconds - $0) } ?? zone.time(at: wall).instant
    // The time that the clocks show instead of one that they skip is what "handspan list --json" prints.
    let walls = [zone.wallTime(at: instant), zone.skippedWallTime(at: instant)].compactMap { $0 }
    return ((isFloating ? [wall] : []) + walls).map(seriesStart.with)
  }
}

/// The options about the people whom a server may notify of a change.
struct PeopleArguments: ParsableArguments {
  @Flag(help: "Change events with attendees in an online account, although its server may notify them.")
  var notify = false

  @Option(
    help: ArgumentHelp(
      "An email address of yours, in addition to those in the preferences and of your accounts. You organize the events "
        + "whose organizer has this address. May be given several times.",
      valueName: "ADDRESS"))
  var me: [String] = []

  /// The people whom a server may notify.
  var consent: Consent { notify ? .everyone : .nobody }
}

/// The option to change a file even if it is incomplete. Without the option, such a change is refused.
struct ForceArguments: ParsableArguments {
  @Flag(help: "Change the file even if it is incomplete: its last BEGIN has no END.")
  var force = false
}
