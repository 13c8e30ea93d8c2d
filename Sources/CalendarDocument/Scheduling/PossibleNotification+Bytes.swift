import CalendarModel
import ICalendar

extension PossibleNotification {
  /// Determines whom a server may notify if it stores one text instead of another: the organizers and attendees that
  /// either text names in the events and tasks that differ.
  ///
  /// - Parameters:
  ///   - oldBytes: the stored iCalendar text; nil if there is none.
  ///   - newBytes: the text to store; nil if the stored text is removed.
  ///   - userAddresses: the user's addresses, in lower case and without a scheme.
  package init?(
    replacing oldBytes: [UInt8]?, with newBytes: [UInt8]?, userAddresses: Set<String>, in calendar: CalendarID
  ) {
    let (old, new) = (ScheduledObject.objects(in: oldBytes), ScheduledObject.objects(in: newBytes))
    let notifications = Set(old.keys).union(new.keys).compactMap { uid -> PossibleNotification? in
      let versions = [old[uid], new[uid]]
      guard versions[0]?.bytes != versions[1]?.bytes else { return nil }
      return PossibleNotification(
        organizers: versions.flatMap { $0?.organizers ?? [] },
        attendees: versions.flatMap { $0?.attendees ?? [] },
        userAddresses: userAddresses, in: calendar)
    }
    guard let combined = notifications.combined else { return nil }
    self = combined
  }
}

/// The components with one UID, about which servers send messages together, and the people whom they name.
private struct ScheduledObject {
  var bytes: [[UInt8]] = []
  var organizers: [EventPerson] = []
  var attendees: [EventPerson] = []

  /// Returns the objects in iCalendar text, by UID.
  static func objects(in bytes: [UInt8]?) -> [[UInt8]: ScheduledObject] {
    guard let bytes, let text = try? ICalendarText(bytes) else { return [:] }
    var objects: [[UInt8]: ScheduledObject] = [:]
    for (index, component) in text.components.enumerated() {
      let parent = component.parent.map { text.components[$0].name }
      guard parent ?? "VCALENDAR" == "VCALENDAR", component.name != "VCALENDAR", component.name != "VTIMEZONE"
      else { continue }
      let lines = text.ownLines(of: index).joined().compactMap { text.line($0) }
      let uid = lines.first { $0.name == "UID" }.map { Array($0.value) } ?? []
      objects[uid, default: ScheduledObject()].add(lines, Array(text.bytes(ofComponent: index)))
    }
    return objects
  }

  private mutating func add(_ lines: [ContentLine], _ componentBytes: [UInt8]) {
    bytes.append(componentBytes)
    for line in lines {
      switch line.name {
      case "ORGANIZER": EventPerson(line).map { organizers.append($0) }
      case "ATTENDEE": EventPerson(line).map { attendees.append($0) }
      default: break
      }
    }
  }
}
