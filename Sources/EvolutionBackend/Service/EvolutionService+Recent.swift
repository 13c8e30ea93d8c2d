import CalendarModel
import CalendarStore

// The service confirms changes to calendars on this computer before it saves them. If it is killed in between,
// they are written again.
extension EvolutionService {
  /// Remembers a confirmed write until the service must have saved it.
  func recordWrite(
    of object: ByteString, _ write: ObjectWrite, as receipt: WriteReceipt, in uid: String
  ) {
    let source = publishedCalendars.first { $0.uid == uid }
    guard let calendar = opened[uid], source?.isRemote == false else { return }
    let now = ContinuousClock.now
    var recent = calendar.recent.filter { now - $0.value.time < RecentWrite.age }
    let earlier = recent[object]?.earlier ?? []
    recent[object] = RecentWrite(
      bytes: write.bytes, version: receipt.object?.version, earlier: earlier.union([write.version]), time: now
    )
    opened[uid]?.recent = recent
  }

  /// Writes what the service has confirmed, but no longer has after it was started again. What others have
  /// changed since stays as it is.
  func repeatLostWrites(in uid: String) async {
    let now = ContinuousClock.now
    for (object, write) in opened[uid]?.recent ?? [:] where now - write.time < RecentWrite.age {
      do throws(ServiceFault) {
        let stored = try await self.object(object, in: uid).map { ObjectVersion($0.version) }
        guard stored != write.version, write.earlier.contains(stored),
          let name = opened[uid]?.name(of: object)
        else { continue }
        let calendar = CalendarID(CalendarSource.keyPrefix + uid)
        _ = try? await self.write(
          ObjectWrite(
            key: ObjectKey(calendar: calendar, file: name), bytes: write.bytes,
            version: stored, location: .name(uid)), in: uid)
      } catch {
        return
      }
    }
  }
}
