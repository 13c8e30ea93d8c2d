/// What is remembered about calendars from one run of the program to the next. It includes calendars that are not open.
package struct RememberedCalendars: Hashable, Sendable {
  /// The files and folders to open at the next launch, in the order in which they are listed.
  package var opened: [CalendarID] = []
  /// The calendar to which new events are added; nil before the first one.
  package var lastUsed: CalendarID?
  /// The colors of calendars that have none of their own.
  package var assignedColors = CalendarColors()
  /// The names and colors that the user chose for calendars that cannot store them.
  package var chosenProperties = ChosenProperties()
  /// The calendars whose events are not shown.
  package var hidden: Set<CalendarID> = []
  /// The calendars of other programs that are no longer offered.
  package var dismissed: Set<CalendarID> = []
  /// The calendars of accounts, and the subscriptions, that have ever been listed.
  package var everListed: Set<CalendarID> = []

  package init() {}
}
