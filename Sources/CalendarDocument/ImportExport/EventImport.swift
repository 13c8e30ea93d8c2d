import CalendarModel
import ICalendar

/// Events to be pasted or dropped into a calendar. Their number and size are limited, and each keeps its
/// original text.
package struct EventImport: Sendable {
  /// Limits on the amount to import at once.
  package struct Limits: Sendable {
    package var bytes: Int
    /// The maximum number of events, including changed occurrences of series.
    package var events: Int

    package init(bytes: Int, events: Int) {
      self.bytes = bytes
      self.events = events
    }

    /// The limits for adding events to a calendar. Anything larger should be opened as a separate calendar.
    package static let standard = Limits(bytes: 4 << 20, events: 500)
  }

  /// The events to add, each with its UID, RECURRENCE-ID and `sourceText`. Callers may change an event's
  /// times before adding the event. Changed occurrences come after all series.
  package let events: [CalendarEvent]
  /// The number of events that cannot be read or are duplicates.
  package let skippedEventCount: Int
  /// The number of events left out because their METHOD says that they only change one that exists, such as a
  /// cancellation.
  package let messageCount: Int

  /// Reads an iCalendar object.
  ///
  /// - Throws: `ImportRefusal` if nothing can be imported.
  package init(
    _ bytes: [UInt8], zones: any ZoneProvider, limits: Limits = .standard
  ) throws(ImportRefusal) {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    let document: CalendarDocument
    do {
      document = try CalendarDocument(bytes: bytes, calendar: CalendarID(""), file: nil, zones: zones)
    } catch {
      throw .noCalendar
    }
    let text = document.text
    let methods = document.schedulingMethods
    let components = text.eventComponents.filter { component in
      text.components[component].parent.flatMap { methods[$0] } ?? .request == .request
    }
    messageCount = text.eventComponents.count - components.count
    let count = components.count
    guard count > 0 else { throw messageCount > 0 ? .message : .noEvents }
    guard count <= limits.events else { throw .tooMany(count: count, limit: limits.events) }
    let addedComponents = Set(components)
    let readableEvents = zip(document.events, document.components).compactMap { event, component in
      event.id.duplicate == 0 && addedComponents.contains(component)
        ? document.withSourceText(event, component) : nil
    }
    guard !readableEvents.isEmpty else { throw .unreadable }
    events =
      readableEvents.filter { $0.id.recurrenceID == nil }
      + readableEvents.filter { $0.id.recurrenceID != nil }
    skippedEventCount = count - readableEvents.count
  }

  private init(events: [CalendarEvent], skippedEventCount: Int, messageCount: Int) {
    (self.events, self.skippedEventCount, self.messageCount) = (events, skippedEventCount, messageCount)
  }

  /// Returns a copy of the import without the events that have one of the given UIDs.
  package func excluding(_ uids: Set<ByteString>) -> EventImport {
    EventImport(
      events: events.filter { !uids.contains($0.id.uid) }, skippedEventCount: skippedEventCount,
      messageCount: messageCount)
  }
}

extension CalendarDocument {
  /// Returns an event with the bytes of its component.
  func withSourceText(_ event: CalendarEvent, _ component: Int) -> CalendarEvent {
    var event = event
    event.sourceText = sourceText(of: component)
    event.calendarColor = nil
    return event
  }

  /// Returns the bytes of a component and those of the VTIMEZONEs that it uses.
  func sourceText(of component: Int) -> EventSourceText {
    var definitions: [String: [UInt8]] = [:]
    for name in text.zoneNames(in: component) {
      guard let definition = zones.definition(of: name, for: component, in: text),
        text.components[definition].hasEnd
      else {
        continue
      }
      definitions[name] = Array(text.bytes(ofComponent: definition))
    }
    return EventSourceText(component: completeBytes(ofComponent: component), zones: definitions)
  }
}
