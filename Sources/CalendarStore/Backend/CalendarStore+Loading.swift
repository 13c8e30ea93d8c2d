import CalendarDocument
import CalendarModel

// Calendars of slow backends are read concurrently. Those that do not respond in time are listed as
// unavailable and added later.
extension CalendarStore {
  /// Starts reading a listed calendar.
  ///
  /// - Parameter opening: the number of the `open` call that requested it. The result is ignored if another
  ///   call follows.
  func load(_ calendar: CalendarID, areKnown: Bool = true, opening: Int) {
    guard loading[calendar] == nil else { return }
    let backend = backend(of: calendar)
    loading[calendar] = Task { [weak self] in
      let answer: Result<BackendCalendar, StoreError>
      do throws(StoreError) {
        answer = .success(try await backend.load(calendar))
      } catch {
        answer = .failure(error)
      }
      await self?.arrived(answer, for: calendar, areKnown: areKnown, of: opening)
    }
  }

  /// Waits until the calendars are read, for at most the store's `patience`.
  func untilLoaded(opening: Int) async {
    guard !loading.isEmpty else { return }
    isOpening = true
    let end = patience.map { _ in Task { [weak self] in await self?.losePatience(opening: opening) } }
    while !loading.isEmpty, isOpening, opening == self.opening {
      await withCheckedContinuation { opened.append($0) }
    }
    end?.cancel()
    if opening == self.opening { isOpening = false }
  }

  private func losePatience(opening: Int) async {
    try? await Task.sleep(for: .milliseconds(patience ?? 0))
    guard !Task.isCancelled, opening == self.opening else { return }
    isOpening = false
    wakeOpening()
  }

  /// Resumes the callers of `untilLoaded`.
  func wakeOpening() {
    for continuation in opened { continuation.resume() }
    opened = []
  }

  private func arrived(
    _ answer: Result<BackendCalendar, StoreError>, for calendar: CalendarID, areKnown: Bool, of opening: Int
  ) {
    guard opening == self.opening else { return }
    loading[calendar] = nil
    defer { wakeOpening() }
    guard let position = calendars.firstIndex(where: { $0.id == calendar }),
      calendars[position].absence != nil
    else { return }
    switch answer {
    case .success(let read): calendars[position] = open(read, id: calendar)
    case .failure(let error) where areKnown && error.mayComeBack || !isOpening:
      guard calendars[position].absence != .missing(error) else { return }
      calendars[position].absence = .missing(error)
    case .failure(let error):
      calendars.remove(at: position)
      failures.append(error)
    }
    guard !isOpening else { return }
    process()
    tell(.changedOutside(present()))
  }

  private func open(_ read: BackendCalendar, id: CalendarID) -> OpenCalendar {
    var calendar = OpenCalendar(read, id: id, at: location(of: id))
    for object in read.objects {
      let name = OpenCalendar.key(object.name)
      do throws(StoreError) {
        calendar.files[name] = try loaded(object, of: calendar)
      } catch {
        calendar.failures[name] = error
      }
    }
    return calendar
  }
}
