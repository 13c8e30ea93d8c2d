import Glibc

/// Tells when something was mounted or unmounted, from a thread of its own: the folder on which it comes up does not
/// change by that, so that watching folders does not tell.
final class MountWatcher: Sendable {
  private let mounts: Int32
  /// Closing the one end makes the thread, which waits at the other, end.
  private let stopEnd: Int32
  private let waitEnd: Int32
  private let report: @Sendable () -> Void

  /// Nil where the kernel does not tell.
  init?(report: @escaping @Sendable () -> Void) {
    self.report = report
    mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard mounts >= 0, let ends = makePipe() else {
      if mounts >= 0 { close(mounts) }
      return nil
    }
    (waitEnd, stopEnd) = ends
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    guard pthread_create(&thread, nil, MountWatcher.main, context.toOpaque()) == 0 else {
      context.release()
      return nil
    }
    pthread_detach(thread)
  }

  deinit {
    close(mounts)
    close(waitEnd)
  }

  /// Ends the watching.
  func stop() { close(stopEnd) }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    Unmanaged<MountWatcher>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  private func run() {
    while true {
      // proc(5): a change of the list is told as a priority event; asking for it is enough to have seen it.
      var ends = [
        pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
        pollfd(fd: waitEnd, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&ends, 2, -1)
      if count < 0, errno == EINTR { continue }
      if count < 0 || ends[1].revents != 0 { return }
      report()
    }
  }
}

/// A pipe for this process alone: what is written to the second end wakes who waits at the first.
func makePipe() -> (Int32, Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
