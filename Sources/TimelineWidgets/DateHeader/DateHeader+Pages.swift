import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Which week is on which page, and where: three pages are used again and again.
extension DateHeader {
  /// What a week is called and how full it is: asked for and put into words once, not at each selection.
  struct KnownWeek {
    let name: String
    /// Its dates in the order of time; nil where the calendar has none.
    let dates: [(load: DayLoad, name: String)?]
  }

  /// The week that is most visible.
  var week: Int { position.nearest }

  /// The page that shows a week, if it is visible or beside it.
  func page(of week: Int) -> DateHeaderPage? { pages.first { $0.page == week } }

  func moved(from old: PagePosition) {
    let last = position.fraction > 0 ? position.page + 1 : position.page
    let isMissing = (position.page...last).contains { page(of: $0) == nil }
    if position.nearest == old.nearest, !isMissing { placePages() } else { showPages() }
  }

  func showPages() {
    let reach = week - 1...week + 1
    known = known.filter { reach.contains($0.key) }
    for page in reach {
      // Three weeks in a row are never in the same place, so those that stay in reach stay where they are.
      let widget = pages[(page % pages.count + pages.count) % pages.count]
      if !isPrepared || isInSight(page) || known[page] != nil { widget.setWeek(page, content(of: page)) }
      widget.passOver(page != week)
    }
    let number = showsWeekNumbers ? weeks.isoWeek(ofPage: week).week : nil
    if number != shownWeekNumber {
      shownWeekNumber = number
      gutter.repaint()
    }
    placePages()
    focusFollows()
  }

  private func isInSight(_ page: Int) -> Bool { abs(position.distance(to: page)) < 1 }

  /// A week beside the visible one of which nothing is known yet.
  var unprepared: Int? { (week - 1...week + 1).first { known[$0] == nil } }

  /// Makes a week ready before it becomes visible.
  func prepare(_ page: Int) {
    known[page] = find(page)
    showPages()
    self.page(of: page)?.paintAhead()
  }

  private func content(of page: Int) -> DateHeaderPage.Content {
    let week = known[page] ?? find(page)
    known[page] = week
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

  private func find(_ page: Int) -> KnownWeek {
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
    return KnownWeek(name: name, dates: dates)
  }

  /// Tells where the pages are now.
  private func placePages() {
    area.positions = pages.compactMap { page in
      page.page.map { PageArea.PagePosition(page: page, distance: position.distance(to: $0)) }
    }
  }
}
