import Testing

@testable import TimelineInteraction

@Suite struct AnnouncementQueueTests {
  /// The messages announced from `start`, in seconds, until the queue is empty.
  private func announcedMessages(_ queue: inout AnnouncementQueue, from start: Double) -> [String] {
    var (time, messages) = (start, [String]())
    while let deadline = queue.deadline {
      time = max(time, deadline)
      queue.next(time: time).map { messages.append($0) }
    }
    return messages
  }

  @Test func messageIsAnnouncedAtOnceAndTheNextOneAfterAPause() {
    var queue = AnnouncementQueue()
    queue.add("Lifted")
    queue.add("Dropped")
    let first = queue.next(time: 5)
    #expect(first == "Lifted")
    let early = queue.next(time: 5.1)
    #expect(early == nil && queue.deadline == 5 + AnnouncementQueue.pause)
    let second = queue.next(time: 5.2)
    #expect(second == "Dropped" && queue.deadline == nil)
  }

  @Test func onlyTheLastOfSixQuickStepsIsAnnounced() {
    var queue = AnnouncementQueue()
    for step in 1...6 {
      let time = Double(step) * 0.1
      queue.addStep(time: time) { "\(step)" }
      let early = queue.next(time: time)
      #expect(early == nil, "a step is announced although another one follows")
    }
    let deadline = queue.deadline ?? 0
    #expect(abs(deadline - 0.6 - AnnouncementQueue.stepPause) < 0.000_001)
    #expect(announcedMessages(&queue, from: 0.6) == ["6"])
  }

  @Test func messagesBeforeAndAfterStepsKeepTheirOrder() {
    var queue = AnnouncementQueue()
    queue.add("Lifted")
    queue.addStep(time: 0) { "10:15" }
    queue.addStep(time: 0) { "10:30" }
    queue.add("Dropped")
    queue.addStep(time: 0) { "10:45" }
    #expect(announcedMessages(&queue, from: 0) == ["Lifted", "10:30", "Dropped", "10:45"])
  }

  @Test func stepsWithoutAPauseAreAnnouncedOnceASecond() {
    var (queue, messages) = (AnnouncementQueue(), [String]())
    for step in 0..<40 {
      queue.addStep(time: Double(step) * 0.1) { "\(step)" }
      queue.next(time: Double(step) * 0.1).map { messages.append($0) }
    }
    #expect(messages == ["10", "21", "32"])
  }

  @Test func nothingIsAnnouncedAfterAllEntriesAreRemoved() {
    var queue = AnnouncementQueue()
    queue.add("Review, 10:00 to 11:00")
    queue.addStep(time: 0) { "10:15" }
    queue.removeAll()
    #expect(queue.deadline == nil && announcedMessages(&queue, from: 0).isEmpty)
  }

  @Test func discardedStepIsNotAnnounced() {
    var queue = AnnouncementQueue()
    queue.add("Lifted")
    queue.addStep(time: 0) { "10:15" }
    queue.removeStep()
    queue.removeStep()
    #expect(announcedMessages(&queue, from: 0) == ["Lifted"])
  }
}
