import CalendarModel

/// A calendar that another program uses, found in that program's configuration.
package struct DiscoveredCalendar: Hashable, Sendable {
  /// The program that uses it.
  package enum Program: Hashable, Sendable {
    case khal, vdirsyncer
  }

  package let program: Program
  /// The absolute path of its folder.
  package let path: String
  /// Its own name, or else the one in the configuration or the name of its folder.
  package let name: String
  /// Its own color, or else the one in the configuration; nil if there is none.
  package let color: EventColor?
}
