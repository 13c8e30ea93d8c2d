import CalendarModel
import CalendarText
import Reminders

/// What a notification says about an event. Both texts may be empty.
package struct ReminderText: Hashable, Sendable {
  package var title: String
  package var place: String
  package var conference: ConferenceLink?

  package init(title: String, place: String, conference: ConferenceLink? = nil) {
    (self.title, self.place, self.conference) = (title, place, conference)
  }

  package init(_ event: CalendarEvent) {
    self.init(title: event.summary, place: event.location, conference: event.conferenceLink)
  }
}

extension Phrases {
  /// The most events that a notification lists.
  private static let maximumListed = 5

  /// Returns the notification for a ring.
  ///
  /// - Parameters:
  ///   - texts: what is known about the events; those that cannot be read are missing.
  ///   - snooze: what the button for it does.
  package func notification(
    for ring: Ring, texts: [EventID: ReminderText], snooze: Snooze, at now: Instant, in zone: Zone
  ) -> ReminderNotification {
    func title(_ reminder: Reminder) -> String {
      let text = texts[reminder.event]?.title ?? ""
      return text.contains { !$0.isWhitespace } ? text : translator.tr("Untitled event")
    }
    // GNOME Shell shows three buttons. The action of a click is not one of them.
    var conference: ConferenceLink?
    if ring.reminders.count == 1, let reminder = ring.reminders.first, reminder.end > now {
      conference = texts[reminder.event]?.conference
    }
    let join = conference.map {
      ReminderNotification.Button(action: .join, label: translator.tr("Join at {host}", ["host": $0.host]))
    }
    let actions: [ReminderNotification.Button] =
      [.init(action: .open, label: translator.tr("Open"))] + [join].compactMap(\.self)
      + (ring.areMissed ? [] : [.init(action: .snooze, label: label(snooze))])
      + [.init(action: .dismiss, label: translator.tr("Dismiss"))]
    var lines: [String]
    let heading: String
    if ring.reminders.count == 1, let reminder = ring.reminders.first {
      heading = title(reminder)
      let when = time(of: reminder, at: now, in: zone)
      lines = [ring.areMissed ? separated(translator.trc("reminder", "Missed"), when) : when]
      let place = texts[reminder.event]?.place ?? ""
      if place.contains(where: { !$0.isWhitespace }) {
        lines.append(place.split(whereSeparator: \.isNewline).joined(separator: ", "))
      }
    } else {
      let count = ring.reminders.count
      heading =
        ring.areMissed
        ? translator.trn("{count} missed reminder", "{count} missed reminders", count)
        : translator.trn("{count} reminder", "{count} reminders", count)
      lines = ring.reminders.prefix(Self.maximumListed).map {
        separated(start(of: $0, at: now, in: zone), title($0))
      }
      if count > Self.maximumListed {
        let rest = count - Self.maximumListed
        lines.append(translator.trn("and {count} more", "and {count} more", rest))
      }
    }
    return ReminderNotification(
      reminders: ring.reminders, title: heading, body: lines.joined(separator: "\n"), buttons: actions,
      conference: conference)
  }

  private func label(_ snooze: Snooze) -> String {
    switch snooze {
    case .untilStart: translator.tr("Snooze Until Start")
    case .minutes(let minutes): translator.trn("Snooze {count} Minute", "Snooze {count} Minutes", minutes)
    }
  }

  private func separated(_ first: String, _ second: String) -> String { "\(first) · \(second)" }

  /// When an occurrence is: "in 15 minutes · 14:00 – 14:30", "tomorrow", "Fri 9 Jan, 14:00 – 14:30".
  func time(of reminder: Reminder, at now: Instant, in zone: Zone) -> String {
    let today = zone.time(at: now).wall.day
    let (start, end) = (zone.time(at: reminder.start).wall, zone.time(at: reminder.end).wall)
    guard !reminder.isAllDay else {
      let last = end.isMidnight && end > start ? end.day.adding(days: -1) : end.day
      guard start.day == last else { return shortDates(start.day, last) }
      return day(start.day, from: today)
    }
    let span = span(start, end)
    let when = start.day == today ? span : listed([shortDate(start.day), span])
    let distance = untilStart(of: reminder, at: now)
    return distance.isEmpty ? when : separated(distance, when)
  }

  /// The start alone, in a list: "14:00", "today", "Fri 9 Jan, 14:00".
  private func start(of reminder: Reminder, at now: Instant, in zone: Zone) -> String {
    let today = zone.time(at: now).wall.day
    let start = zone.time(at: reminder.start).wall
    if reminder.isAllDay { return day(start.day, from: today) }
    return start.day == today ? time(start) : listed([shortDate(start.day), time(start)])
  }

  private func day(_ day: Day, from today: Day) -> String {
    switch day.days(since: today) {
    case 0: translator.trc("reminder", "today")
    case 1: translator.trc("reminder", "tomorrow")
    default: shortDate(day)
    }
  }

  /// "in 15 minutes"; empty if that is more than a day.
  private func untilStart(of reminder: Reminder, at now: Instant) -> String {
    let seconds = reminder.start.seconds(since: now)
    let minutes = Int((Double(seconds) / 60).rounded())
    if reminder.end <= now, reminder.end != reminder.start { return translator.trc("reminder", "over") }
    if minutes < 0 { return translator.trc("reminder", "started") }
    if minutes == 0 { return translator.trc("reminder", "now") }
    if minutes < 60 { return translator.trn("in {count} minute", "in {count} minutes", minutes) }
    if minutes > 24 * 60 { return "" }
    if minutes.isMultiple(of: 60) {
      return translator.trn("in {count} hour", "in {count} hours", minutes / 60)
    }
    return translator.trc("reminder", "in {duration}", ["duration": duration(seconds: minutes * 60)])
  }
}
