import CalendarModel
import TimelineInteraction

/// The contents of a picture of an agenda.
package struct AgendaPicture: Sendable {
  package let days: Range<Day>
  package let agenda: Agenda
  /// The current day, which is listed even without events; nil to mark none.
  package let today: Day?
  /// The current time; nil to dim no past events.
  package var now: Instant?
  package var showsWeekNumbers = false

  /// Creates the contents for a range of days, which is not empty. See `Agenda.init`.
  package init(_ occurrences: [Occurrence], in days: Range<Day>, today: Day? = nil) {
    (self.days, self.today) = (days, today)
    agenda = Agenda(occurrences, in: days, today: today)
  }
}
