import Glibc

/// Starts a detached thread whose stack is large enough to parse any calendar: parsing recurses into nested
/// components, and 8 MB, the usual stack size of main threads, is enough for the maximum depth.
///
/// - Parameter data: the argument for `body`. If the caller has retained it, `body` must release it.
package func startDetachedThread(
  _ data: UnsafeMutableRawPointer,
  _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
) {
  var thread = pthread_t()
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  pthread_attr_setstacksize(&attributes, 8 << 20)
  let status = pthread_create(&thread, &attributes, body, data)
  precondition(status == 0, "cannot create a thread: error \(status)")
  pthread_attr_destroy(&attributes)
}
