import CalendarModel
import CalendarStore

// The service confirms changes to calendars on this computer before it saves them. If it is killed in between,
// they are written again.
extension EvolutionService {
  /// Remembers a confirmed write until the service has certainly saved it.
  func recordWrite(
    of objectUID: ByteString, _ write: ObjectWrite, as receipt: WriteReceipt, in uid: String
  ) {
    let source = publishedCalendars.first { $0.uid == uid }
    guard let calendar = openedCalendars[uid], source?.isRemote == false else { return }
    let now = ContinuousClock.now
    var recentWrites = calendar.recentWrites.filter { now - $0.value.time < RecentWrite.maximumAge }
    let earlierVersions = recentWrites[objectUID]?.earlierVersions ?? []
    recentWrites[objectUID] = RecentWrite(
      bytes: write.bytes, version: receipt.object?.version,
      earlierVersions: earlierVersions.union([write.version]), time: now)
    openedCalendars[uid]?.recentWrites = recentWrites
  }

  /// Repeats the confirmed writes that were lost when the service was restarted. Objects that other programs have
  /// changed since are left alone.
  func repeatLostWrites(in uid: String) async {
    let now = ContinuousClock.now
    for (objectUID, write) in openedCalendars[uid]?.recentWrites ?? [:]
    where now - write.time < RecentWrite.maximumAge {
      do throws(ServiceFault) {
        let storedVersion = try await object(withUID: objectUID, in: uid).map { ObjectVersion($0.version) }
        guard storedVersion != write.version, write.earlierVersions.contains(storedVersion),
          let name = openedCalendars[uid]?.name(of: objectUID)
        else { continue }
        let calendar = CalendarID(CalendarSource.keyPrefix + uid)
        _ = try? await self.write(
          ObjectWrite(
            key: ObjectKey(calendar: calendar, file: name), bytes: write.bytes,
            version: storedVersion, location: .name(uid)), in: uid)
      } catch {
        return
      }
    }
  }
}
