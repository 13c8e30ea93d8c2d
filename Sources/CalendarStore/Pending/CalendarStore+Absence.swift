import CalendarDocument
import CalendarModel

// A calendar of an account disappears from the list when its source is disabled, or when the service that lists it is
// restarted. That says nothing about the changes that are waiting for it.
extension CalendarStore {
  /// Keeps the stored unsaved changes to a calendar that is about to be closed because it is no longer listed.
  func keepRecordsDuringAbsence(of calendar: CalendarID) {
    for key in keysOfUnsavedFiles where key.calendar == calendar {
      storePending(key)
      guard areChangesStored(key), var file = file(key), let record = storedChanges.removeValue(forKey: key)
      else { continue }
      recordsOfAbsentCalendars[calendar, default: []].append(record.name)
      file.unsavedSteps = []
      setFile(file, as: key)
    }
  }

  /// Applies the changes that were waiting when a calendar disappeared, if it is available again. Those that cannot be
  /// saved yet stay unsaved changes of the calendar.
  func applyRecordsOfAbsence(of calendar: CalendarID) {
    guard let names = recordsOfAbsentCalendars[calendar], !names.isEmpty,
      calendars.contains(where: { $0.id == calendar && $0.unavailableReason == nil })
    else { return }
    recordsOfAbsentCalendars[calendar] = nil
    for (name, record) in pendingFiles?.records() ?? [] where names.contains(name) {
      do throws(StoreError) {
        let (key, conflict) = try adopt(
          record, named: name, as: ObjectKey(calendar: calendar, file: record.file))
        if let conflict { emit(.saveWarning(conflict)) }
        startSaving(key)
      } catch {
        // The record stays, and is offered again in the next run.
        emit(.saveWarning(error))
      }
    }
    emit(.changedExternally(makeSnapshot()))
  }
}
