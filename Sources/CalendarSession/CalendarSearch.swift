import CalendarModel
import CalendarStore

/// A search through all open calendars, in the background.
///
/// The text of all events is prepared when the search begins, and discarded together with this object. A
/// newer query cancels an older one, and the results change only when those of the latest query are known.
@MainActor
package final class CalendarSearch {
  /// The results of the latest query that has ended; nil before the first one.
  package private(set) var results: SearchResults?
  /// Called when `results` has changed.
  package var onResults: () -> Void = {}
  /// The query whose results are shown, or are still being searched for.
  package private(set) var query = SearchQuery("")

  private weak var session: CalendarSession?
  private let now: @MainActor () -> Instant
  private var index: Task<SearchIndex?, Never>
  private var task: Task<Void, Never>?

  /// Begins a search, and prepares the text of all events.
  ///
  /// - Parameter now: returns the current time.
  package init(in session: CalendarSession, now: @escaping @MainActor () -> Instant) {
    (self.session, self.now) = (session, now)
    index = CalendarSearch.prepare(session, at: now())
  }

  isolated deinit {
    task?.cancel()
    index.cancel()
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

  /// Searches again, because events or calendars have changed.
  package func update() {
    guard let session else { return }
    index.cancel()
    index = CalendarSearch.prepare(session, at: now())
    run()
  }

  private func run() {
    task?.cancel()
    let (query, index, earlier, moment) = (query, index, results, now())
    task = Task.detached(priority: .userInitiated) { [weak self] in
      guard let index = await index.value else { return }
      let isExpired = index.expiry <= moment
      let results = index.results(
        of: query, now: moment, refining: earlier, isCanceled: { Task.isCancelled })
      guard let results, !Task.isCancelled else { return }
      await self?.show(results, isExpired: isExpired)
    }
  }

  private func show(_ newResults: SearchResults, isExpired: Bool) {
    guard newResults.query == query else { return }
    let old = results
    results = newResults
    onResults()
    // The previous results may hold the last reference to an older version of a large calendar.
    Task.detached(priority: .background) { withExtendedLifetime(old) {} }
    // The next occurrence of a series has ended since its series was prepared.
    if isExpired { update() }
  }
}
