import CalendarDocument
import CalendarModel
import TestExtent
import Testing

/// Random sequences of messages, imported one after another, do what `SchedulingReference` says.
struct SchedulingSequenceTests {
  private typealias Component = SchedulingReference.Component
  private typealias Message = SchedulingReference.Message
  private typealias Part = SchedulingReference.Part

  private static let people = ["ann", "bob", "cy"]
  private static let week = 7 * 24
  private static let otherEvent = [
    "BEGIN:VEVENT", "UID:other", "DTSTAMP:20260501T100000Z", "DTSTART:20260610T080000Z", "SUMMARY:Other",
    "END:VEVENT",
  ]

  private var random: SeededRandom

  init() { random = SeededRandom(seed: TestExtent.seed(5546)) }

  @Test mutating func messagesDoWhatTheReferenceSays() throws {
    for number in 0..<TestExtent.count(500) {
      var reference = startingState()
      var stored = text(of: reference)
      var log = ["\(number): user \(reference.user ?? "unknown")"] + stored
      var last: (message: Message, lines: [String])?
      for _ in 0..<(1 + random.below(6)) {
        var message = self.message(reference)
        var lines = text(of: message, isSeries: reference.isSeries)
        if let last, random.below(10) == 0 { (message, lines) = last }
        last = (message, lines)
        log += lines
        let expected = reference.take(message)
        var objects = ImportedObjects()
        try objects.add(bytes(lines), zones: TestZones())
        let plan = ImportPlan(
          objects.objects, into: [try document(stored + Self.otherEvent)], zones: TestZones(),
          userAddresses: reference.user.map { ["\($0)@example.com"] } ?? [])
        guard result(of: plan) == expected else {
          Issue.record(
            "expected \(expected), was \(String(describing: plan.counts[.event]))\n\(log.joined(separator: "\n"))"
          )
          break
        }
        let changes = (plan.insertions + plan.updates).filter { $0.uid == "event" }
        if let change = changes.first { stored = unfoldedLines(change.newObject.texts) }
        let (found, components) = (try state(of: stored), reference)
        guard found.master == components.master, found.overrides == components.overrides,
          found.added == components.added
        else {
          Issue.record(
            """
            expected \(components)
            found \(found)
            \(log.joined(separator: "\n"))
            is now
            \(stored.joined(separator: "\n"))
            """)
          break
        }
      }
    }
  }

  private func result(of plan: ImportPlan) -> SchedulingReference.Result? {
    let counts = plan.counts[.event] ?? ImportCounts()
    if counts.new > 0 { return .new }
    if counts.updated > 0 { return .updated }
    if counts.same > 0 { return .same }
    if counts.kept > 0 { return .kept }
    return counts.ignored > 0 ? .ignored : nil
  }

  // MARK: Random events and messages

  private mutating func oneOf<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

  private mutating func component(start: Int) -> Component {
    let attendees = ["bob", "cy"].filter { _ in random.below(5) > 0 }
    let answers = attendees.map { ($0, oneOf(["NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE"])) }
    return Component(
      sequence: random.below(4), stamp: 1 + random.below(9), start: start,
      title: "Title \(random.below(1_000))",
      answers: Dictionary(uniqueKeysWithValues: answers))
  }

  private mutating func startingState() -> SchedulingReference {
    var state = SchedulingReference(
      isSeries: random.below(3) > 0, organizer: nil, user: oneOf([nil, "ann", "bob", "bob"]))
    guard random.below(6) > 0 else { return state }
    state.organizer = random.below(8) > 0 ? "ann" : nil
    var master = component(start: 8)
    master.alarms = oneOf([[], ["-PT10M"], ["-PT5M", "-P1D"]])
    master.own = ["COLOR:red", "X-OWN:mine", "CATEGORIES:Own"].filter { _ in random.below(2) == 0 }
    state.master = master
    if state.isSeries, random.below(2) == 0 {
      var override = component(start: 8 + Self.week + 3)
      override.alarms = oneOf([[], ["-PT20M"]])
      state.overrides[8 + Self.week] = override
    }
    return state
  }

  private mutating func message(_ state: SchedulingReference) -> Message {
    let methods = [
      "PUBLISH", "REQUEST", "REQUEST", "REQUEST", "REPLY", "REPLY", "CANCEL", "CANCEL", "ADD", "COUNTER",
      "REFRESH",
      "DECLINECOUNTER", "X-OTHER",
    ]
    var message = Message(method: oneOf(methods), organizer: "ann", parts: [])
    message.isAboutTheEvent = random.below(12) > 0
    if message.method != "PUBLISH", random.below(8) == 0 { message.organizer = oneOf(["eve", nil]) }
    switch message.method {
    case "REPLY":
      message.attendee = oneOf(["bob", "bob", "cy", "eve"])
      var part = self.part(state)
      part.component.answers = [message.attendee: oneOf(["ACCEPTED", "DECLINED", "TENTATIVE"])]
      message.parts = [part]
    case "ADD":
      message.parts = [
        Part(original: nil, component: component(start: oneOf([30, 31, 8 + Self.week, 8 + 2 * Self.week])))
      ]
    default:
      message.parts = [part(state)]
      // Several components: the series with changed occurrences, or several occurrences.
      if state.isSeries, random.below(4) == 0 {
        var second = part(state)
        if second.original == message.parts[0].original { second.original = 8 + 3 * Self.week }
        if second.original == message.parts[0].original { break }
        second.component.sequence = message.parts[0].component.sequence
        message.parts.append(second)
      }
    }
    let isNewSeries = message.method == "REQUEST" || message.method == "PUBLISH"
    for index in message.parts.indices where isNewSeries {
      if random.below(3) == 0 { message.parts[index].component.alarms = ["-PT30M"] }
      if random.below(3) == 0 { message.parts[index].component.own = ["COLOR:blue"] }
    }
    return message
  }

  private mutating func part(_ state: SchedulingReference) -> Part {
    let isOccurrence = random.below(state.isSeries ? 2 : 10) == 0
    // Not all of them are occurrences of the series.
    let original = isOccurrence ? oneOf([8, 8 + Self.week, 8 + 2 * Self.week, 30, 40]) : nil
    return Part(original: original, component: component(start: (original ?? 8) + oneOf([0, 0, 2])))
  }

  // MARK: Writing

  private func time(_ hours: Int) -> String {
    let day = 1 + hours / 24
    let (month, ofMonth) = day > 30 ? ("07", day - 30) : ("06", day)
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "2026\(month)\(twoDigits(ofMonth))T\(twoDigits(hours % 24))0000"
  }

  private func lines(
    of component: Component, _ original: Int?, uid: String, organizer: String?, isRepeating: Bool,
    isBerlin: Bool
  ) -> [String] {
    // In June, clocks in Berlin are two hours ahead of UTC.
    func property(_ name: String, _ hours: Int) -> String {
      isBerlin ? "\(name);TZID=Europe/Berlin:\(time(hours + 2))" : "\(name):\(time(hours))Z"
    }
    var lines = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:2026050\(component.stamp)T100000Z"]
    if component.sequence > 0 { lines.append("SEQUENCE:\(component.sequence)") }
    if let organizer { lines.append("ORGANIZER:mailto:\(organizer)@example.com") }
    lines += component.answers.sorted { $0.key < $1.key }.map {
      "ATTENDEE;PARTSTAT=\($0.value):mailto:\($0.key)@example.com"
    }
    if let original { lines.append(property("RECURRENCE-ID", original)) }
    lines += [property("DTSTART", component.start), "DURATION:PT1H", "SUMMARY:\(component.title)"]
    if isRepeating { lines.append("RRULE:FREQ=WEEKLY;COUNT=4") }
    lines += component.own
    for alarm in component.alarms {
      lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:\(alarm)", "END:VALARM"]
    }
    return lines + ["END:VEVENT"]
  }

  private func text(of state: SchedulingReference) -> [String] {
    let master = state.master.map {
      lines(
        of: $0, nil, uid: "event", organizer: state.organizer, isRepeating: state.isSeries, isBerlin: true)
    }
    return (master ?? [])
      + state.overrides.flatMap {
        lines(
          of: $0.value, $0.key, uid: "event", organizer: state.organizer, isRepeating: false, isBerlin: true)
      }
  }

  private mutating func text(of message: Message, isSeries: Bool) -> [String] {
    let isBerlin = random.below(2) == 0
    let parts = message.parts.flatMap { part in
      lines(
        of: part.component, part.original, uid: message.isAboutTheEvent ? "event" : "new",
        organizer: message.organizer,
        isRepeating: isSeries && part.original == nil && message.method != "ADD" && message.method != "REPLY",
        isBerlin: isBerlin || part.original == nil)
    }
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:\(message.method)"] + parts + ["END:VCALENDAR"]
  }

  private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\r\n" }.joined().utf8) }

  // MARK: Reading

  private func unfoldedLines(_ texts: [[UInt8]]) -> [String] {
    texts.flatMap { text in
      String(decoding: text, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n").map(
        String.init)
    }
  }

  /// Reads what is compared from the lines of the event.
  private func state(of lines: [String]) throws -> SchedulingReference {
    var state = SchedulingReference(isSeries: false, organizer: nil, user: nil)
    var component: Component?
    var original: Int?
    for line in lines {
      let name = String(line.prefix { $0 != ":" && $0 != ";" })
      let value = String(line.drop { $0 != ":" }.dropFirst())
      switch name {
      case "BEGIN" where value == "VEVENT":
        component = Component(sequence: 0, stamp: 0, start: 0, title: "", answers: [:])
        original = nil
      case "END" where value == "VEVENT":
        if let original { state.overrides[original] = component } else { state.master = component }
      case "DTSTAMP": component?.stamp = try #require(Int(value.prefix(8))) - 20_260_500
      case "SEQUENCE": component?.sequence = try #require(Int(value))
      case "DTSTART": component?.start = try hours(line, value)
      case "RECURRENCE-ID": original = try hours(line, value)
      case "RDATE": state.added.insert(try hours(line, value))
      case "SUMMARY": component?.title = value
      case "STATUS": component?.isCanceled = value == "CANCELLED"
      case "TRIGGER": component?.alarms.append(value)
      case "COLOR", "X-OWN", "CATEGORIES": component?.own.append(line)
      case "ATTENDEE":
        let person = value.dropFirst("mailto:".count).prefix { $0 != "@" }
        let answer = line.split(separator: "PARTSTAT=")[1].prefix { $0 != ":" && $0 != ";" }
        component?.answers[String(person)] = String(answer)
      default: break
      }
    }
    state.master?.own.sort()
    state.overrides = state.overrides.mapValues { component in
      var component = component
      component.own.sort()
      return component
    }
    return state
  }

  private func hours(_ line: String, _ value: String) throws -> Int {
    let month = try #require(Int(value.dropFirst(4).prefix(2)))
    let day = try #require(Int(value.dropFirst(6).prefix(2)))
    let hour = try #require(Int(value.dropFirst(9).prefix(2)))
    return ((month - 6) * 30 + day - 1) * 24 + hour - (line.contains("TZID=Europe/Berlin") ? 2 : 0)
  }
}
