import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

// Assigns weeks to the three pages, which are reused, and positions the pages.
extension DateHeader {
  /// The name of a week, and how busy its dates are. They are cached, so that selecting a date does not fetch
  /// and format them again.
  struct CachedWeek {
    let name: String
    /// The dates in chronological order; nil beyond the first and the last supported day.
    let dates: [(load: DayLoad, name: String)?]
  }

  /// The index of the most visible week.
  var week: Int { position.nearestPage }

  /// Returns the page of a week, if the week is visible or next to the visible one.
  func page(of week: Int) -> DateHeaderPage? { pages.first { $0.week == week } }

  func positionChanged(from oldPosition: PagePosition) {
    let lastVisible = position.fraction > 0 ? position.page + 1 : position.page
    let isMissing = (position.page...lastVisible).contains { page(of: $0) == nil }
    let isSamePage = position.nearestPage == oldPosition.nearestPage
    if isSamePage, !isMissing { updatePagePositions() } else { showPages() }
  }

  func showPages() {
    let neededWeeks = week - 1...week + 1
    cachedWeeks = cachedWeeks.filter { neededWeeks.contains($0.key) }
    for neededWeek in neededWeeks {
      // Three consecutive weeks always use different pages, so a week that is still needed keeps its page.
      let page = pages[(neededWeek % pages.count + pages.count) % pages.count]
      if !isPreparedByHost || isWeekVisible(neededWeek) || cachedWeeks[neededWeek] != nil {
        page.setWeek(neededWeek, content(of: neededWeek))
      }
      updateAccessibility(of: page)
    }
    let number = showsWeekNumbers ? weekPaging.isoWeek(ofPage: week).week : nil
    if number != shownWeekNumber {
      shownWeekNumber = number
      gutter.repaint()
    }
    updatePagePositions()
    keepFocusOnSelectedDay()
  }

  /// The time in milliseconds after which a screen reader has certainly read the date to which the focus has moved.
  static let hidingDelay: UInt32 = 1_000

  /// Exposes a page to assistive technology if it shows the visible week.
  ///
  /// If the focus moves from one page to another, the former is hidden only once a screen reader has noticed that:
  /// Orca 48 does not read the name of the new week if the widget that had the focus is not in the tree anymore.
  private func updateAccessibility(of page: DateHeaderPage) {
    guard page.week != week else { return page.setHiddenFromAccessibility(false) }
    guard !page.isHiddenLater else { return }
    guard FocusedWidget.isIn(gtkWidget), !page.isHidden else { return page.setHiddenFromAccessibility(true) }
    page.isHiddenLater = true
    afterMilliseconds(Self.hidingDelay) { [weak self, weak page] in
      guard let self, let page else { return false }
      page.isHiddenLater = false
      page.setHiddenFromAccessibility(page.week != self.week)
      return false
    }
  }

  private func isWeekVisible(_ week: Int) -> Bool { abs(position.distance(to: week)) < 1 }

  /// The first of the visible week and its neighbors that is not cached yet; nil if all are cached.
  var unpreparedWeek: Int? { (week - 1...week + 1).first { cachedWeeks[$0] == nil } }

  /// Prepares a week before it becomes visible.
  func prepare(_ week: Int) {
    cachedWeeks[week] = loadWeek(week)
    showPages()
    page(of: week)?.paintInAdvance()
  }

  private func content(of week: Int) -> DateHeaderPage.Content {
    let cachedWeek = cachedWeeks[week] ?? loadWeek(week)
    cachedWeeks[week] = cachedWeek
    let firstDay = weekPaging.firstDay(ofPage: week)
    let dates = cachedWeek.dates.enumerated().map { index, cachedDate in
      cachedDate.map { cachedDate -> (date: DateHeaderDay, name: String) in
        let day = firstDay.adding(days: index)
        let date = DateHeaderDay(
          day, isToday: day == today, isSelected: day == selectedDay,
          isShown: shownDays?.contains(day) ?? true,
          dotCount: cachedDate.load.dotCount)
        return (date, cachedDate.name)
      }
    }
    return DateHeaderPage.Content(name: cachedWeek.name, dates: dates)
  }

  private func loadWeek(_ week: Int) -> CachedWeek {
    let (firstDay, days) = (weekPaging.firstDay(ofPage: week), weekPaging.days(ofPage: week))
    let loads = days.isEmpty ? [] : dayLoads(days)
    let phrases = style.phrases
    let dates = (0..<7).map { index -> (load: DayLoad, name: String)? in
      let day = firstDay.adding(days: index)
      guard days.contains(day) else { return nil }
      let loadIndex = day.days(since: days.lowerBound)
      let load = loads.indices.contains(loadIndex) ? loads[loadIndex] : DayLoad()
      return (load, phrases.dayInWeekName(day, events: load.eventCount, isToday: day == today))
    }
    let name =
      showsWeekNumbers
      ? phrases.weekNumber(weekPaging.isoWeek(ofPage: week).week) : phrases.week(from: firstDay)
    return CachedWeek(name: name, dates: dates)
  }

  /// Updates the positions of the pages.
  private func updatePagePositions() {
    area.placedPages = pages.compactMap { page in
      page.week.map { PageArea.PlacedPage(page: page, distance: position.distance(to: $0)) }
    }
  }
}
