import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Assigns weeks to pages and positions them. Three pages are reused.
extension DateHeader {
  /// A week's name and the load of its dates. Cached, so that they are not fetched and formatted at each
  /// selection.
  struct CachedWeek {
    let name: String
    /// The dates in chronological order; nil where the calendar has none.
    let dates: [(load: DayLoad, name: String)?]
  }

  /// The week that is most visible.
  var week: Int { position.nearest }

  /// The page of a week, if the week is visible or next to the visible one.
  func page(of week: Int) -> DateHeaderPage? { pages.first { $0.page == week } }

  func moved(from old: PagePosition) {
    let last = position.fraction > 0 ? position.page + 1 : position.page
    let isMissing = (position.page...last).contains { page(of: $0) == nil }
    if position.nearest == old.nearest, !isMissing { updatePagePositions() } else { showPages() }
  }

  func showPages() {
    let reach = week - 1...week + 1
    cachedWeeks = cachedWeeks.filter { reach.contains($0.key) }
    for page in reach {
      // Three consecutive weeks always use different pages, so weeks that stay in reach keep theirs.
      let widget = pages[(page % pages.count + pages.count) % pages.count]
      if !isPreparedByHost || isInSight(page) || cachedWeeks[page] != nil {
        widget.setWeek(page, content(of: page))
      }
      widget.setHiddenFromAccessibility(page != week)
    }
    let number = showsWeekNumbers ? weeks.isoWeek(ofPage: week).week : nil
    if number != shownWeekNumber {
      shownWeekNumber = number
      gutter.repaint()
    }
    updatePagePositions()
    keepFocusOnSelected()
  }

  private func isInSight(_ page: Int) -> Bool { abs(position.distance(to: page)) < 1 }

  /// A week next to the visible one that is not cached yet.
  var unpreparedWeek: Int? { (week - 1...week + 1).first { cachedWeeks[$0] == nil } }

  /// Prepares a week before it becomes visible.
  func prepare(_ page: Int) {
    cachedWeeks[page] = loadWeek(page)
    showPages()
    self.page(of: page)?.paintInAdvance()
  }

  private func content(of page: Int) -> DateHeaderPage.Content {
    let week = cachedWeeks[page] ?? loadWeek(page)
    cachedWeeks[page] = week
    let first = weeks.firstDay(ofPage: page)
    let dates = week.dates.enumerated().map { index, known in
      known.map { known -> (date: DateHeaderDay, name: String) in
        let day = first.adding(days: index)
        let date = DateHeaderDay(
          day, isToday: day == today, isSelected: day == selected, isShown: shownDays?.contains(day) ?? true,
          dots: known.load.dots)
        return (date, known.name)
      }
    }
    return DateHeaderPage.Content(name: week.name, dates: dates)
  }

  private func loadWeek(_ page: Int) -> CachedWeek {
    let (first, days) = (weeks.firstDay(ofPage: page), weeks.days(ofPage: page))
    let loads = days.isEmpty ? [] : self.loads(days)
    let phrases = style.phrases
    let dates = (0..<7).map { index -> (load: DayLoad, name: String)? in
      let day = first.adding(days: index)
      guard days.contains(day) else { return nil }
      let index = day.days(since: days.lowerBound)
      let load = loads.indices.contains(index) ? loads[index] : DayLoad()
      return (load, phrases.dayInWeekName(day, events: load.events, isToday: day == today))
    }
    let name =
      showsWeekNumbers ? phrases.weekNumber(weeks.isoWeek(ofPage: page).week) : phrases.week(from: first)
    return CachedWeek(name: name, dates: dates)
  }

  /// Updates the positions of the pages.
  private func updatePagePositions() {
    area.positions = pages.compactMap { page in
      page.page.map { PageArea.PagePosition(page: page, distance: position.distance(to: $0)) }
    }
  }
}
