/// What RFC 5546 and docs/decisions/import.md say that messages do to an event, without any of the code that does it.
///
/// Times are hours since 2026-06-01T00:00Z, and stamps are days of May 2026.
struct SchedulingReference {
  struct Component: Equatable {
    var sequence: Int
    var stamp: Int
    var start: Int
    var title: String
    var isCanceled = false
    /// PARTSTAT of each attendee.
    var answers: [String: String]
    /// TRIGGER of each alarm.
    var alarms: [String] = []
    /// The properties that are the user's own, as written.
    var own: [String] = []
    /// When each attendee answered last. It is not compared.
    var answered: [String: Int] = [:]

    /// RFC 5546 2.1.5: SEQUENCE decides, then DTSTAMP.
    func isOlder(than other: Component) -> Bool {
      (sequence, stamp) < (other.sequence, other.stamp)
    }

    static func == (a: Component, b: Component) -> Bool {
      a.sequence == b.sequence && a.stamp == b.stamp && a.start == b.start && a.title == b.title
        && a.isCanceled == b.isCanceled && a.answers == b.answers && a.alarms == b.alarms
        && a.own.sorted() == b.own.sorted()
    }
  }

  /// A component of a message, and the original start of the occurrence that it is about.
  struct Part {
    var original: Int?
    var component: Component
  }

  struct Message {
    var method: String
    /// Whether there is an event with its UID.
    var isAboutTheEvent = true
    var organizer: String?
    var parts: [Part]
    /// The attendee who answers.
    var attendee = ""
  }

  enum Result: Equatable {
    case new, updated, same, kept, ignored
  }

  /// The event or the series; nil if there is none, or if only some occurrences of a series are there.
  var master: Component?
  /// The occurrences that differ from the series, by original start.
  var overrides: [Int: Component] = [:]
  /// The starts that were added to the series.
  var added: Set<Int> = []
  var isSeries: Bool
  var organizer: String?
  let user: String?

  private var isEmpty: Bool { master == nil && overrides.isEmpty }

  /// Whether the event takes place at a time: weekly, four times, if it is a series.
  private func takesPlace(at time: Int) -> Bool {
    guard let master else { return false }
    return added.contains(time) || (0..<(isSeries ? 4 : 1)).contains { master.start + $0 * 7 * 24 == time }
  }

  /// Whether the event repeats, and one of its occurrences starts at a time. RECURRENCE-ID names nothing else.
  private func hasOccurrence(at time: Int) -> Bool { (isSeries || !added.isEmpty) && takesPlace(at: time) }

  mutating func take(_ message: Message) -> Result {
    let before = self
    let result = effect(of: message)
    if result != .new, result != .updated { self = before }
    return result
  }

  private mutating func effect(of message: Message) -> Result {
    guard message.isAboutTheEvent, !isEmpty else {
      guard message.method == "PUBLISH" || message.method == "REQUEST" else { return .ignored }
      if message.isAboutTheEvent { adopt(message) }
      return .new
    }
    switch message.method {
    case "PUBLISH": return publish(message)
    case "REPLY": return reply(message)
    case "REQUEST", "ADD", "CANCEL":
      // Everybody who was invited knows the UID.
      guard organizer != nil, message.organizer == organizer else { return .ignored }
      switch message.method {
      case "REQUEST": return request(message)
      case "ADD": return add(message)
      default: return cancel(message)
      }
    default: return .ignored
    }
  }

  private mutating func adopt(_ message: Message) {
    organizer = message.organizer
    (master, overrides, added) = (nil, [:], [])
    for part in message.parts {
      if let original = part.original {
        overrides[original] = part.component
      } else {
        master = part.component
      }
    }
  }

  // MARK: PUBLISH, as any other file

  private mutating func publish(_ message: Message) -> Result {
    let before = self
    if message.parts.contains(where: { $0.original == nil }) {
      let all = overrides.values + [master].compactMap { $0 }
      func revision(_ components: [Component]) -> (Int, Int) {
        (components.map(\.sequence).max() ?? 0, components.map(\.stamp).max() ?? 0)
      }
      let isOlder = revision(message.parts.map(\.component)) < revision(all)
      adopt(message)
      if isOlder { return hasSameContents(as: before) ? .same : .kept }
    } else {
      for part in message.parts {
        guard let original = part.original else { continue }
        if let existing = overrides[original], part.component.isOlder(than: existing) { continue }
        overrides[original] = part.component
      }
    }
    return hasSameContents(as: before) ? .same : .updated
  }

  /// DTSTAMP alone does not make a difference.
  private func hasSameContents(as other: SchedulingReference) -> Bool {
    func content(_ component: Component) -> Component {
      var content = component
      content.stamp = 0
      return content
    }
    return master.map(content) == other.master.map(content) && added == other.added
      && overrides.mapValues(content) == other.overrides.mapValues(content) && organizer == other.organizer
      && master?.answered == other.master?.answered
      && overrides.mapValues(\.answered) == other.overrides.mapValues(\.answered)
  }

  // MARK: Messages

  private mutating func request(_ message: Message) -> Result {
    let before = self
    var isNewer = false
    let newMaster = message.parts.first { $0.original == nil }?.component
    if let newMaster, let master, newMaster.sequence > master.sequence {
      // A newer version of the whole series says which occurrences differ.
      overrides = [:]
    }
    for part in message.parts {
      let counterpart = part.original.map { before.overrides[$0] } ?? before.master
      if let counterpart {
        if part.component.isOlder(than: counterpart) { continue }
      } else if let original = part.original, let master = before.master, newMaster == nil {
        if !before.hasOccurrence(at: original) || part.component.isOlder(than: master) { continue }
      }
      isNewer = true
      let merged = withOwn(of: counterpart ?? before.master, part.component)
      if let original = part.original {
        overrides[original] = merged
      } else {
        master = merged
        added = []
      }
    }
    guard isNewer else { return .ignored }
    return hasSameContents(as: before) ? .same : .updated
  }

  /// Keeps what only the user has: alarms, private properties, and the user's answer.
  private func withOwn(of old: Component?, _ new: Component) -> Component {
    guard let old else { return new }
    var merged = new
    merged.alarms = old.alarms
    let names = Set(new.own.map { $0.prefix { $0 != ":" } })
    merged.own += old.own.filter { !names.contains($0.prefix { $0 != ":" }) }
    if let user, let answer = old.answers[user], merged.answers[user] != nil { merged.answers[user] = answer }
    merged.answered = old.answered.filter { merged.answers[$0.key] != nil }
    return merged
  }

  private mutating func add(_ message: Message) -> Result {
    guard let before = master else { return .ignored }
    var (isNewer, isChanged) = (false, false)
    for part in message.parts where !part.component.isOlder(than: before) {
      isNewer = true
      guard !takesPlace(at: part.component.start) else { continue }
      isChanged = true
      added.insert(part.component.start)
      var component = part.component
      component.alarms = before.alarms
      overrides[part.component.start] = component
    }
    guard isNewer else { return .ignored }
    guard isChanged, let first = message.parts.first?.component else { return .same }
    master?.sequence = max(first.sequence, 0)
    master?.stamp = first.stamp
    return .updated
  }

  private mutating func cancel(_ message: Message) -> Result {
    let before = self
    var isIgnored = false
    func canceled(_ component: Component, by part: Part) -> Component {
      var component = component
      component.isCanceled = true
      (component.sequence, component.stamp) = (part.component.sequence, part.component.stamp)
      return component
    }
    // The order in the message says nothing.
    for part in message.parts.sorted(by: { $0.original == nil && $1.original != nil }) {
      if let original = part.original {
        if let existing = overrides[original] {
          if part.component.isOlder(than: existing) {
            isIgnored = true
          } else {
            overrides[original] = canceled(existing, by: part)
          }
        } else if let master, hasOccurrence(at: original),
          !part.component.isOlder(than: before.master ?? master)
        {
          var occurrence = master
          occurrence.start = original
          overrides[original] = canceled(occurrence, by: part)
        } else {
          isIgnored = true
        }
      } else {
        if let master {
          if part.component.isOlder(than: master) {
            isIgnored = true
          } else {
            self.master = canceled(master, by: part)
          }
        }
        for (original, existing) in overrides {
          if part.component.isOlder(than: existing) {
            isIgnored = true
          } else {
            overrides[original] = canceled(existing, by: part)
          }
        }
      }
    }
    if hasSameContents(as: before) { return isIgnored ? .ignored : .same }
    return .updated
  }

  private mutating func reply(_ message: Message) -> Result {
    guard let organizer, user == organizer else { return .ignored }
    if let sender = message.organizer, sender != organizer { return .ignored }
    let before = self
    var isTaken = false
    for part in message.parts {
      guard let answer = part.component.answers[message.attendee] else { continue }
      var target: Component
      if let original = part.original {
        if let existing = overrides[original] {
          target = existing
        } else if let master, hasOccurrence(at: original) {
          target = master
          target.start = original
        } else {
          continue
        }
      } else if let master {
        target = master
      } else {
        continue
      }
      guard part.component.sequence >= target.sequence, target.answers[message.attendee] != nil,
        part.component.stamp >= target.answered[message.attendee] ?? 0
      else { continue }
      isTaken = true
      target.answers[message.attendee] = answer
      target.answered[message.attendee] = part.component.stamp
      if let original = part.original { overrides[original] = target } else { master = target }
    }
    if hasSameContents(as: before) { return isTaken ? .same : .ignored }
    return .updated
  }
}
