import CalendarDocument
import CalendarModel

// Concurrently reads the calendars of backends other than the one for files. Those that do not respond in
// time are listed as unavailable until they do.
extension CalendarStore {
  /// Starts reading a listed calendar.
  ///
  /// - Parameter openGeneration: identifies the `open` call that requested the calendar. The result is ignored if
  ///   `open` is called again.
  func load(_ calendar: CalendarID, isReopening: Bool = true, openGeneration: Int) {
    guard loading[calendar] == nil else { return }
    let backend = backend(of: calendar)
    loading[calendar] = Task { [weak self] in
      let result: Result<BackendCalendar, StoreError>
      do throws(StoreError) {
        result = .success(try await backend.load(calendar))
      } catch {
        result = .failure(error)
      }
      await self?.finishLoading(
        result, for: calendar, isReopening: isReopening, openGeneration: openGeneration)
    }
  }

  /// Waits until the calendars have been read, but no longer than the store's `timeout` or `maximumWait` (both in
  /// milliseconds), whichever is shorter. Without a `timeout`, the wait is not limited.
  func waitUntilLoaded(openGeneration: Int, maximumWait: Int? = nil) async {
    guard !loading.isEmpty else { return }
    isOpening = true
    let timeoutTask = timeout.map { timeout in
      Task { [weak self] in
        await self?.stopWaiting(after: min(timeout, maximumWait ?? timeout), openGeneration: openGeneration)
      }
    }
    while !loading.isEmpty, isOpening, openGeneration == self.openGeneration {
      await withCheckedContinuation { openContinuations.append($0) }
    }
    timeoutTask?.cancel()
    if openGeneration == self.openGeneration { isOpening = false }
  }

  private func stopWaiting(after milliseconds: Int, openGeneration: Int) async {
    try? await Task.sleep(for: .milliseconds(milliseconds))
    guard !Task.isCancelled, openGeneration == self.openGeneration else { return }
    isOpening = false
    resumeOpening()
  }

  /// Resumes the callers of `waitUntilLoaded`.
  func resumeOpening() {
    for continuation in openContinuations { continuation.resume() }
    openContinuations = []
  }

  private func finishLoading(
    _ result: Result<BackendCalendar, StoreError>, for calendar: CalendarID, isReopening: Bool,
    openGeneration: Int
  ) {
    guard openGeneration == self.openGeneration else { return }
    loading[calendar] = nil
    defer { resumeOpening() }
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == calendar }),
      calendars[calendarIndex].unavailableReason != nil
    else { return }
    switch result {
    case .success(let contents): calendars[calendarIndex] = open(contents, id: calendar)
    case .failure(let error) where isReopening && error.mayBeTemporary || !isOpening:
      guard calendars[calendarIndex].unavailableReason != .missing(error) else { return }
      calendars[calendarIndex].unavailableReason = .missing(error)
    case .failure(let error):
      calendars.remove(at: calendarIndex)
      failures.append(error)
    }
    applyRecordsOfAbsence(of: calendar)
    guard !isOpening else { return }
    processMailbox()
    emit(.changedExternally(makeSnapshot()))
  }

  private func open(_ contents: BackendCalendar, id: CalendarID) -> OpenCalendar {
    var calendar = OpenCalendar(contents, id: id, at: location(of: id))
    for object in contents.objects {
      let name = OpenCalendar.fileName(object.name)
      do throws(StoreError) {
        calendar.files[name] = try parse(object, of: calendar)
      } catch {
        calendar.failures[name] = error
      }
    }
    return calendar
  }
}
