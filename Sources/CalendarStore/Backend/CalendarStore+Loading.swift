import CalendarDocument
import CalendarModel

// Concurrently reads the calendars of backends other than the one for files. Those that do not respond in
// time are listed as unavailable until they do.
extension CalendarStore {
  /// Starts reading a listed calendar.
  ///
  /// - Parameter openCount: the number of the `open` call that requested the calendar. The result is ignored
  ///   if another call follows.
  func load(_ calendar: CalendarID, wereOpen: Bool = true, openCount: Int) {
    guard loading[calendar] == nil else { return }
    let backend = backend(of: calendar)
    loading[calendar] = Task { [weak self] in
      let answer: Result<BackendCalendar, StoreError>
      do throws(StoreError) {
        answer = .success(try await backend.load(calendar))
      } catch {
        answer = .failure(error)
      }
      await self?.finishLoading(answer, for: calendar, wereOpen: wereOpen, openCount: openCount)
    }
  }

  /// Waits until the calendars have been read, but no longer than the store's `timeout`, or than `patience` if there is
  /// one.
  func waitUntilLoaded(openCount: Int, patience: Int? = nil) async {
    guard !loading.isEmpty else { return }
    isOpening = true
    let end = timeout.map { timeout in
      Task { [weak self] in
        await self?.stopWaiting(after: min(timeout, patience ?? timeout), openCount: openCount)
      }
    }
    while !loading.isEmpty, isOpening, openCount == self.openCount {
      await withCheckedContinuation { openContinuations.append($0) }
    }
    end?.cancel()
    if openCount == self.openCount { isOpening = false }
  }

  private func stopWaiting(after milliseconds: Int, openCount: Int) async {
    try? await Task.sleep(for: .milliseconds(milliseconds))
    guard !Task.isCancelled, openCount == self.openCount else { return }
    isOpening = false
    resumeOpening()
  }

  /// Resumes the callers of `waitUntilLoaded`.
  func resumeOpening() {
    for continuation in openContinuations { continuation.resume() }
    openContinuations = []
  }

  private func finishLoading(
    _ answer: Result<BackendCalendar, StoreError>, for calendar: CalendarID, wereOpen: Bool, openCount: Int
  ) {
    guard openCount == self.openCount else { return }
    loading[calendar] = nil
    defer { resumeOpening() }
    guard let position = calendars.firstIndex(where: { $0.id == calendar }),
      calendars[position].unavailableReason != nil
    else { return }
    switch answer {
    case .success(let read): calendars[position] = open(read, id: calendar)
    case .failure(let error) where wereOpen && error.mayBeTemporary || !isOpening:
      guard calendars[position].unavailableReason != .missing(error) else { return }
      calendars[position].unavailableReason = .missing(error)
    case .failure(let error):
      calendars.remove(at: position)
      failures.append(error)
    }
    guard !isOpening else { return }
    process()
    emit(.changedExternally(makeSnapshot()))
  }

  private func open(_ read: BackendCalendar, id: CalendarID) -> OpenCalendar {
    var calendar = OpenCalendar(read, id: id, at: location(of: id))
    for object in read.objects {
      let name = OpenCalendar.key(object.name)
      do throws(StoreError) {
        calendar.files[name] = try parse(object, of: calendar)
      } catch {
        calendar.failures[name] = error
      }
    }
    return calendar
  }
}
