import CalendarDocument
import CalendarModel
import CalendarStore

/// Events as Evolution Data Server sends them: as components without a calendar around them.
package struct AccountEvents: Sendable {
  private let objects: [ServiceObject]

  /// - Parameter texts: the answer of the service, a component or a calendar each. What cannot be read is left out.
  package init(_ texts: [String]) {
    objects = ServiceObject.objects(
      of: texts.flatMap { ServiceComponent.components(in: Array($0.utf8)) ?? [] })
  }

  /// The names of the time zones whose definitions the service has to be asked for.
  package var foreignZones: Set<String> {
    let zones = objects.reduce(into: Set<ByteString>()) { $0.formUnion($1.zones) }
    return Set(zones.map(\.text).filter { !OpenedCalendar.isSystemZone($0) })
  }

  /// Returns the events.
  ///
  /// - Parameter zones: the definitions of the foreign zones, as the service sends them.
  package func events(of calendar: CalendarID, zones: [String]) -> [SharedEvent] {
    let definitions = zones.reduce(into: [ByteString: [UInt8]]()) {
      $0.merge(WritePlan.definitions(in: Array($1.utf8))) { first, _ in first }
    }
    return objects.flatMap { object -> [SharedEvent] in
      let bytes = object.document { definitions[$0] }
      let document = try? CalendarDocument(
        bytes: bytes, calendar: calendar, file: nil, zones: SystemZones.shared)
      return document?.events.sharedEvents ?? []
    }
  }
}
