import CalendarModel
import CalendarStore

/// A search through all open calendars, in the background.
///
/// The text of all events is prepared when the search begins, and discarded together with this object. A
/// newer query cancels an older one, and the results change only when those of the latest query are known.
@MainActor
package final class CalendarSearch {
  /// The results of the latest query that has finished; nil before the first one.
  package private(set) var results: SearchResults?
  /// Called when `results` has changed.
  package var onResults: () -> Void = {}
  /// The latest query. Its results may not be known yet.
  package private(set) var query = SearchQuery("")

  private weak var session: CalendarSession?
  private let now: @MainActor () -> Instant
  private var indexTask: Task<SearchIndex?, Never>
  private var queryTask: Task<Void, Never>?

  /// Begins a search, and prepares the text of all events.
  ///
  /// - Parameter now: returns the current time.
  package init(in session: CalendarSession, now: @escaping @MainActor () -> Instant) {
    (self.session, self.now) = (session, now)
    indexTask = CalendarSearch.prepare(session, at: now())
  }

  isolated deinit {
    queryTask?.cancel()
    indexTask.cancel()
  }

  private static func prepare(_ session: CalendarSession, at moment: Instant) -> Task<SearchIndex?, Never> {
    let (index, calendars) = (session.index, session.calendars)
    return Task.detached(priority: .userInitiated) {
      SearchIndex(of: index, calendars: calendars, at: moment, isCanceled: { Task.isCancelled })
    }
  }

  /// Searches for typed text.
  package func search(_ text: String) {
    let newQuery = SearchQuery(text)
    guard newQuery != query || results == nil else { return }
    query = newQuery
    run()
  }

  /// Prepares the text of all events again and repeats the search. Call this when events or calendars have
  /// changed.
  package func update() {
    guard let session else { return }
    indexTask.cancel()
    indexTask = CalendarSearch.prepare(session, at: now())
    run()
  }

  private func run() {
    queryTask?.cancel()
    let (query, indexTask, previousResults, moment) = (query, indexTask, results, now())
    queryTask = Task.detached(priority: .userInitiated) { [weak self] in
      guard let index = await indexTask.value else { return }
      let isExpired = index.expiry <= moment
      let results = index.results(
        of: query, now: moment, refining: previousResults, isCanceled: { Task.isCancelled })
      guard let results, !Task.isCancelled else { return }
      await self?.show(results, isExpired: isExpired)
    }
  }

  private func show(_ newResults: SearchResults, isExpired: Bool) {
    guard newResults.query == query else { return }
    let oldResults = results
    results = newResults
    onResults()
    // The previous results may hold the last reference to an older version of a large calendar, so a
    // background task frees them.
    Task.detached(priority: .background) { withExtendedLifetime(oldResults) {} }
    // An occurrence that the index lists as the next one of its series has ended.
    if isExpired { update() }
  }
}
