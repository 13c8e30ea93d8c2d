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
  /// Its own name; if it has none, the name in the configuration or, failing that, the name of its folder.
  package let name: String
  /// Its own color or, if it has none, the color in the configuration; nil if neither is set.
  package let color: EventColor?
}
