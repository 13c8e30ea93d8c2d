import Glibc

/// Reports when a file system is mounted or unmounted, using its own thread. `FolderWatcher` does not detect
/// this, because mounting does not change the folder that is the mount point.
final class MountWatcher: Sendable {
  /// The descriptor of the kernel's list of mounts.
  private let mounts: Int32
  /// Closing this end of a pipe ends the thread, which polls the other end.
  private let stopEnd: Int32
  private let waitEnd: Int32
  private let report: @Sendable () -> Void

  /// Starts watching. Returns nil if the system does not provide the list of mounts, or allows no more
  /// descriptors or threads.
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
      stop()
      return nil
    }
    pthread_detach(thread)
  }

  deinit {
    close(mounts)
    close(waitEnd)
  }

  /// Stops watching.
  func stop() { close(stopEnd) }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    Unmanaged<MountWatcher>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  private func run() {
    while true {
      // According to proc(5), a change to the list is reported as a priority event, which polling
      // acknowledges.
      var descriptors = [
        pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
        pollfd(fd: waitEnd, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, -1)
      if count < 0, errno == EINTR { continue }
      if count < 0 || descriptors[1].revents != 0 { return }
      report()
    }
  }
}

/// Creates a pipe that child processes do not inherit. Writing to the second end wakes a thread that polls
/// the first.
func makePipe() -> (Int32, Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
