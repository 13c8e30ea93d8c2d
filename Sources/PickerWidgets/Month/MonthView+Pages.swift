import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

// Assigns months to pages, positions the pages, and prepares months before they become visible.
extension MonthView {
  private func page(for month: Month) -> MonthPage {
    pages[(month.ordinal % pages.count + pages.count) % pages.count]
  }

  /// The page of the shown month or, while the calendar is turning, of the target month; nil if no page has been
  /// assigned to that month.
  var targetPage: MonthPage? { pages.first { $0.month == state.month } }

  /// Shows the visible months at the current position.
  func update() {
    let position = state.position
    let visiblePages = [position.page] + (position.fraction > 0 ? [position.page + 1] : [])
    for month in Set(visiblePages.map { Month(ordinal: $0) } + [state.month]) { fill(month) }
    preparedMonths = preparedMonths.filter { page(for: $0).month == $0 }
    for page in pages { page.setHiddenFromAccessibility(page.month != state.month) }
    pageArea.placedPages = pages.compactMap { page in
      page.month.map { PageArea.PlacedPage(page: page, distance: position.distance(to: $0.ordinal)) }
    }
    // While a month is being chosen, the title shows the target year immediately, because years do not slide.
    header.text = title(of: isChoosingMonth ? state.month : state.mostVisibleMonth)
    if isChoosingMonth { monthChooser?.setMonth(state.month) }
  }

  /// Returns the month and its year or, while a month is being chosen, the year alone.
  func title(of month: Month) -> String {
    isChoosingMonth ? String(month.year) : style.phrases.monthAndYear(month.day(1))
  }

  /// Assigns a month to a page and updates the contents of the page, unless they are up to date.
  private func fill(_ month: Month) {
    guard !preparedMonths.contains(month) else { return }
    preparedMonths.insert(month)
    // Marks are fetched only while nothing moves.
    if !state.isMoving { fetchMarks(of: month) }
    page(for: month).setMonth(month, content(of: month))
  }

  private func fetchMarks(of month: Month) {
    guard let marks, cachedMarks[month] == nil else { return }
    let days = state.grid(month).days.clamped(to: Day.earliest..<Day.latest.adding(days: 1))
    cachedMarks[month] = marks(days)
  }

  private func content(of month: Month) -> MonthPage.Content {
    let grid = state.grid(month)
    let knownMarks = cachedMarks[month]
    let firstMarkedDay = max(grid.firstDay, .earliest)
    var content = MonthPage.Content()
    content.name = style.phrases.monthAndYear(month.day(1))
    for index in 0..<MonthGrid.dayCount {
      let day = grid.day(at: index)
      let marks = day.flatMap { day -> DayMarks? in
        let index = day.days(since: firstMarkedDay)
        return knownMarks.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      content.days.append(day)
      content.appearances.append(day.map { appearance(of: $0, in: month, marks) })
      content.dayNames.append(
        day.map {
          style.phrases.dayInMonthName(
            $0, events: marks?.eventCount, isToday: $0 == today, isSelected: $0 == selectedDay)
        } ?? "")
    }
    if configuration.showsWeekNumbers {
      content.weekNumbers = (0..<MonthGrid.weekCount).map(grid.isoWeekNumber)
    }
    return content
  }

  private func appearance(of day: Day, in month: Month, _ marks: DayMarks?) -> MonthDay {
    var monthDay = MonthDay(day.dayOfMonth)
    monthDay.isInMonth = month.contains(day)
    monthDay.isWeekend = configuration.weekend.contains(day.weekday)
    (monthDay.isToday, monthDay.isSelected) = (day == today, day == selectedDay)
    monthDay.dots = marks?.dots ?? []
    return monthDay
  }

  /// Prepares the visible month and the adjacent ones, one at a time, while nothing moves.
  func prepareSoon() {
    guard preparationTimer == 0, gtk_widget_get_mapped(gtkWidget) != 0 else { return }
    preparationTimer = afterMilliseconds(MonthView.preparationInterval) { [weak self] in
      guard let self else { return false }
      if !self.state.isMoving, self.prepareNext() { return true }
      self.preparationTimer = 0
      return false
    }
  }

  /// Performs one step of the preparation, and returns whether there may be another.
  private func prepareNext() -> Bool {
    let nearMonths = [0, 1, -1].map { state.month.adding(months: $0) }.filter {
      Month.earliest <= $0 && $0 <= .latest
    }
    cachedMarks = cachedMarks.filter { nearMonths.contains($0.key) }
    let next = nearMonths.first { month in
      !preparedMonths.contains(month) || (marks != nil && cachedMarks[month] == nil)
    }
    if let next {
      preparedMonths.remove(next)
      fill(next)
      update()
      return true
    }
    // A page that was filled for the first time has to be allocated before it is painted.
    return nearMonths.contains { page(for: $0).paintInAdvance() }
  }
}
