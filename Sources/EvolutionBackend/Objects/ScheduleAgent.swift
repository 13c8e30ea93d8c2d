import CalendarModel
import ICalendar

/// Finds SCHEDULE-AGENT=CLIENT (RFC 6638 7.1), which tells a server to leave the invitations to the client.
///
/// Evolution Data Server 3.51.3 to 3.54.2 and 3.55.0 add it to the people of each object that is written to a CalDAV
/// calendar with DISABLE_ITIP_MESSAGE. The server would then never again tell anyone about the event.
enum ScheduleAgent {
  /// Returns whether the service added the parameter to people of an object that was sent without it.
  static func wasAdded(to stored: ServiceObject, sent: ServiceObject) -> Bool {
    stored.components.contains { component in
      let sentComponent = sent.components.first { $0.recurrenceID == component.recurrenceID }
      return clientLineCount(in: component) > (sentComponent.map(clientLineCount) ?? 0)
    }
  }

  private static func clientLineCount(in component: ServiceComponent) -> Int {
    guard let text = try? ICalendarText(component.bytes) else { return 0 }
    return (0..<text.lineCount).count { index in
      guard let line = text.line(index), ["ORGANIZER", "ATTENDEE"].contains(line.name) else { return false }
      return line.parameters.contains { parameter in
        parameter.name == "SCHEDULE-AGENT" && parameter.values.contains { $0.uppercased() == "CLIENT" }
      }
    }
  }
}
