import CalendarModel
import CalendarStore

// The service confirms changes to calendars on this computer before it saves them. If it is killed before that,
// Handspan writes them again.
extension EvolutionService {
  /// Remembers a confirmed write until the service is certain to have saved it.
  func recordWrite(
    of objectUID: ByteString, _ write: ObjectWrite, as receipt: WriteReceipt, in uid: String
  ) {
    let source = publishedCalendars.first { $0.uid == uid }
    guard let calendar = openedCalendars[uid], source?.isRemote == false else { return }
    let now = ContinuousClock.now
    var recentWrites = calendar.recentWrites.filter { now - $0.value.time < RecentWrite.maximumAge }
    let previousWrite = recentWrites[objectUID]
    let earlierVersions = previousWrite?.earlierVersions ?? []
    recentWrites[objectUID] = RecentWrite(
      bytes: write.bytes, version: receipt.object?.version,
      earlierVersions: earlierVersions.union([write.version]), time: now,
      hasRemoved: write.bytes == nil || previousWrite?.hasRemoved == true)
    openedCalendars[uid]?.recentWrites = recentWrites
  }

  /// Keeps a calendar whose process has ended, with the writes that the process may not have saved.
  func keepLostCalendar(_ calendar: OpenedCalendar) {
    // If the calendar is lost again before its lost writes have been repeated, they still have to be repeated.
    guard lostCalendars[calendar.uid] == nil else { return }
    var calendar = calendar
    let now = ContinuousClock.now
    calendar.recentWrites = calendar.recentWrites.filter { now - $0.value.time < RecentWrite.maximumAge }
    lostCalendars[calendar.uid] = calendar
  }

  /// Repeats the confirmed writes that were lost when the process of a calendar ended. Objects that other programs
  /// have changed in the meantime are left alone.
  ///
  /// - Returns: the error if the service did not respond. Another attempt can then be made later.
  func repeatLostWrites(of lostCalendar: OpenedCalendar) async -> Result<Void, ServiceFault> {
    let uid = lostCalendar.uid
    for (objectUID, write) in lostCalendar.recentWrites {
      let storedVersion: ObjectVersion?
      do throws(ServiceFault) {
        storedVersion = try await object(withUID: objectUID, in: uid).map { ObjectVersion($0.version) }
      } catch {
        return .failure(error)
      }
      guard storedVersion != write.version, write.earlierVersions.contains(storedVersion) else { continue }
      let key = ObjectKey(calendar: lostCalendar.id, file: lostCalendar.name(of: objectUID))
      let repetition = ObjectWrite(
        key: key, bytes: write.bytes, version: storedVersion, location: .name(uid))
      do throws(BackendError) {
        _ = try await self.write(repetition, in: uid)
      } catch .outcomeUnknown {
        // If only part of the object was written, nobody else has changed it, and the next attempt has to complete it.
        if let object = try? await object(withUID: objectUID, in: uid) {
          lostCalendars[uid]?.recentWrites[objectUID]?.earlierVersions.insert(ObjectVersion(object.version))
        }
        return .failure(.noAnswer)
      } catch .failed(.offline), .failed(.noAnswer) {
        return .failure(.noAnswer)
      } catch {
        // The service now refuses what it accepted before, or another program changed the object first.
        if let bytes = write.bytes { changeContinuation.yield(.lost(key, bytes)) }
      }
    }
    return .success(())
  }
}
