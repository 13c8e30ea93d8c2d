import CalendarModel

/// The alarms of an event that ring, with what its notes say about each.
struct EventAlarms {
  struct Alarm {
    let trigger: EventAlarm
    /// When the alarm goes off again after its trigger, in seconds. Several alarms may have the same trigger.
    var repetitions: Set<Int> = []
    /// The alarm was dismissed at this moment; nil if it was not.
    var acknowledged: Instant?
  }

  /// At most this many repetitions of an alarm ring, so that a file that asks for a million cannot.
  static let maximumRepeatCount = 200
  /// At most this many alarms of an event ring.
  static let maximumCount = 500
  /// Repetitions end after this time, which is about a month.
  static let maximumRepeatLength = 31 * WallTime.secondsPerDay

  private(set) var alarms: [Alarm] = []
  /// All alarms were dismissed at this moment; nil if they were not.
  private(set) var allAcknowledged: Instant?
  /// When an alarm is to go off again, by the original start of the occurrence.
  private(set) var snoozes: [(originalStart: Instant?, until: Instant)] = []

  init(_ event: CalendarEvent) {
    // Nearly all events have no notes.
    guard !event.alarmNotes.isEmpty else {
      alarms = event.alarms.prefix(Self.maximumCount).map { Alarm(trigger: $0) }
      return
    }
    var silentAlarms: [EventAlarm] = []
    for note in event.alarmNotes { if case .silent(let alarm) = note { silentAlarms.append(alarm) } }
    for trigger in event.alarms where alarms.count < Self.maximumCount {
      if let index = silentAlarms.firstIndex(of: trigger) {
        silentAlarms.remove(at: index)
      } else if !alarms.contains(where: { $0.trigger == trigger }) {
        alarms.append(Alarm(trigger: trigger))
      }
    }
    for note in event.alarmNotes { read(note) }
  }

  private mutating func read(_ note: AlarmNote) {
    switch note {
    case .silent: break
    case .repeated(let trigger, let count, let interval):
      guard let index = alarms.firstIndex(where: { $0.trigger == trigger }) else { return }
      let count = min(count, Self.maximumRepeatCount, Self.maximumRepeatLength / max(1, interval))
      guard count > 0, alarms[index].repetitions.count < Self.maximumRepeatCount else { return }
      for number in 1...count { alarms[index].repetitions.insert(number * interval) }
    case .acknowledged(let trigger, let moment):
      guard let index = alarms.firstIndex(where: { $0.trigger == trigger }) else { return }
      alarms[index].acknowledged = max(alarms[index].acknowledged ?? moment, moment)
    case .allAcknowledged(let moment): allAcknowledged = max(allAcknowledged ?? moment, moment)
    case .snoozed(let originalStart, let until): snoozes.append((originalStart, until))
    }
  }

  /// Takes over what the series of a changed occurrence says: Mozilla's programs write it there for all occurrences.
  mutating func addNotes(ofSeries notes: [AlarmNote]) {
    for note in notes {
      if case .allAcknowledged = note { read(note) }
      if case .snoozed(.some, _) = note { read(note) }
    }
  }

  func isAcknowledged(_ alarm: Alarm, dueAt instant: Instant) -> Bool {
    [alarm.acknowledged, allAcknowledged].contains { $0.map { instant <= $0 } ?? false }
  }
}
