import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText
import Foundation
import ReminderAgent
import Reminders
import Testing

let testCalendar = CalendarID("/calendar.ics")

/// Returns a moment, written in UTC as `2026-01-05T09:00`.
func utc(_ text: String) throws -> Instant { Instant(seconds: try #require(WallTime(text)).seconds) }

/// Returns an event of half an hour, in UTC, that rings a quarter of an hour before it starts.
func meeting(_ uid: String, _ start: String, rule: String? = nil, in calendar: CalendarID = testCalendar)
  throws
  -> SharedEvent
{
  let lines = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", "BEGIN:VEVENT", "UID:\(uid)",
    "DTSTAMP:20260101T000000Z",
    "DTSTART:\(start)", rule.map { "RRULE:\($0)" }, "DURATION:PT30M", "SUMMARY:Title of \(uid)",
    "BEGIN:VALARM", "ACTION:DISPLAY",
    "TRIGGER:-PT15M", "END:VALARM", "END:VEVENT", "END:VCALENDAR",
  ]
  let bytes = Array(lines.compactMap { $0.map { $0 + "\r\n" } }.joined().utf8)
  let events = try CalendarDocument(bytes: bytes, calendar: calendar, file: nil, zones: SystemZones.shared)
    .events.sharedEvents
  return try #require(events.first)
}

/// A system whose clock the test sets, and that notes what the agent wants.
@MainActor
final class FakeSurroundings: AgentSurroundings {
  var now: Instant
  let phrases = Phrases()
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("handspan-agent-\(UUID().uuidString)")
  var file: ReminderRecordFile { ReminderRecordFile(folder: folder.path) }
  /// What the calendars contain.
  var calendars: [CalendarID: [SharedEvent]] = [:]
  /// The calendars that the agent has asked for and that were not answered yet.
  private(set) var asked: Set<CalendarID> = []
  private(set) var wakeMoment: Instant?
  private(set) var shown: [ReminderNotification] = []
  /// The record on the disk when each notification was shown.
  private(set) var recordsWhenShown: [ReminderRecord?] = []
  private(set) var opened: [(target: ReminderTarget, token: String?)] = []
  private(set) var joined: [(link: ConferenceLink, token: String?)] = []
  /// Whether the texts of events cannot be read.
  var isUnreadable = false

  init(_ now: Instant) { self.now = now }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func wake(at moment: Instant) { wakeMoment = moment }

  func readCalendars(_ calendars: Set<CalendarID>) { asked.formUnion(calendars) }

  func readTexts(
    of events: Set<EventID>, _ answer: @escaping @MainActor ([EventID: ReminderText]) -> Void
  ) {
    var texts: [EventID: ReminderText] = [:]
    for event in calendars.values.joined() where events.contains(event.event.id) && !isUnreadable {
      texts[event.event.id] = ReminderText(event.event)
    }
    answer(texts)
  }

  func show(_ notification: ReminderNotification, _ shown: @escaping @MainActor (UInt32) -> Void) {
    self.shown.append(notification)
    recordsWhenShown.append(file.read())
    shown(UInt32(self.shown.count))
  }

  func open(_ target: ReminderTarget, token: String?) { opened.append((target, token)) }

  func join(_ link: ConferenceLink, token: String?) { joined.append((link, token)) }

  /// Starts an agent for all calendars, and answers it.
  func startAgent(snooze: Snooze = .minutes(5)) -> RingingAgent {
    let agent = RingingAgent(
      file, finder: ReminderFinder(zone: .utc), snooze: snooze, surroundings: self)
    agent.setCalendars(Set(calendars.keys))
    answer(agent)
    return agent
  }

  /// Answers what the agent has asked.
  func answer(_ agent: RingingAgent) {
    while let calendar = asked.popFirst() {
      if let events = calendars[calendar] {
        agent.update(calendar, with: events)
      } else {
        agent.lose(calendar)
      }
    }
  }

  /// Lets the clock run to a moment, and wakes the agent when it wants to be woken.
  func run(_ agent: RingingAgent, until moment: Instant) {
    while let next = wakeMoment, next <= moment {
      now = max(now, next)
      wakeMoment = nil
      agent.wake()
      answer(agent)
    }
    now = moment
  }
}
