import CGtk

/// The clipboard of a widget's display. Its contents are bytes with a MIME type.
@MainActor
package struct Clipboard {
  private let gdkClipboard: OpaquePointer

  /// The time limit for the clipboard's owner to deliver the contents, in milliseconds.
  private static let timeout: UInt32 = 5_000

  package init(of widget: WidgetPointer) { gdkClipboard = nonNull(gtk_widget_get_clipboard(widget)) }

  /// Offers the same content in several formats, in order of preference.
  package func offer(_ formats: KeyValuePairs<String, [UInt8]>) {
    var providers = formats.map { type, content -> OpaquePointer? in
      let bytes = g_bytes_new(content, gsize(content.count))
      defer { g_bytes_unref(bytes) }
      return gdk_content_provider_new_for_bytes(type, bytes).map { OpaquePointer($0) }
    }
    // The union provider takes ownership of its parts.
    let union = providers.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: UnsafeMutablePointer<GdkContentProvider>?.self) {
        gdk_content_provider_new_union($0.baseAddress, gsize($0.count))
      }
    }
    guard let union else { return }
    gdk_clipboard_set_content(gdkClipboard, union)
    g_object_unref(UnsafeMutableRawPointer(union))
  }

  /// Returns whether the clipboard offers any of the given types.
  package func contains(anyOf types: [String]) -> Bool {
    let formats = gdk_clipboard_get_formats(gdkClipboard)
    return types.contains { gdk_content_formats_contain_mime_type(formats, $0) != 0 }
  }

  /// Reads the contents in the first of the given types that is available.
  ///
  /// - Parameter limit: the maximum number of bytes. If the contents are longer, the result is one byte
  ///   longer than the limit.
  /// - Returns: the contents, or nil if none of the types is available or the contents are not delivered in
  ///   time.
  package func read(_ types: [String], limit: Int) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      let reading = ClipboardReading(limit: limit) { continuation.resume(returning: $0) }
      reading.begin(gdkClipboard, types)
      afterMilliseconds(Clipboard.timeout) { [weak reading] in
        reading?.cancel()
        return false
      }
    }
  }
}

/// A read from a clipboard, from the request to the last byte. GIO's callbacks retain this object.
@MainActor
private final class ClipboardReading {
  private let limit: Int
  private let finish: ([UInt8]?) -> Void
  private let cancellable = ObjectReference(nonNull(g_cancellable_new()).opaque)
  private var stream: ObjectReference?
  private var bytes: [UInt8] = []

  init(limit: Int, finish: @escaping ([UInt8]?) -> Void) {
    self.limit = limit
    self.finish = finish
  }

  func begin(_ clipboard: OpaquePointer, _ types: [String]) {
    var names: [UnsafePointer<CChar>?] = types.map { UnsafePointer(g_strdup($0)) } + [nil]
    defer { for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) } }
    gdk_clipboard_read_async(
      clipboard, &names, G_PRIORITY_DEFAULT, gCancellable,
      { source, result, data in
        guard let source, let result else { return }
        let stream = gdk_clipboard_read_finish(source.opaque, result, nil, nil)
        let reference = stream.map { ObjectReference($0.opaque) }
        if let stream { g_object_unref(UnsafeMutableRawPointer(stream)) }
        ClipboardReading.resume(data) { $0.opened(reference) }
      }, Unmanaged.passRetained(self).toOpaque())
  }

  func cancel() { g_cancellable_cancel(gCancellable) }

  private var gCancellable: UnsafeMutablePointer<GCancellable> {
    cancellable.pointer.as(GCancellable.self)
  }

  private nonisolated static func resume(
    _ data: gpointer?, _ body: @MainActor (ClipboardReading) -> Void
  ) {
    guard let data else { return }
    let reading = Unmanaged<ClipboardReading>.fromOpaque(data).takeRetainedValue()
    MainActor.assumeIsolated { body(reading) }
  }

  private func opened(_ reference: ObjectReference?) {
    guard let reference else { return finish(nil) }
    stream = reference
    readNextChunk()
  }

  private func readNextChunk() {
    guard let stream else { return }
    g_input_stream_read_bytes_async(
      stream.pointer.as(GInputStream.self), 1 << 16, G_PRIORITY_DEFAULT, gCancellable,
      { source, result, data in
        guard let source, let result else { return }
        let chunk = g_input_stream_read_bytes_finish(source.as(GInputStream.self), result, nil)
        let content = chunk.map { chunk -> [UInt8] in
          var count: gsize = 0
          defer { g_bytes_unref(chunk) }
          return g_bytes_get_data(chunk, &count).map {
            Array(UnsafeRawBufferPointer(start: $0, count: Int(count)))
          } ?? []
        }
        ClipboardReading.resume(data) { $0.received(content) }
      }, Unmanaged.passRetained(self).toOpaque())
  }

  private func received(_ chunk: [UInt8]?) {
    guard let chunk else { return finish(nil) }
    bytes += chunk.prefix(limit + 1 - bytes.count)
    guard !chunk.isEmpty, bytes.count <= limit else { return finish(bytes) }
    readNextChunk()
  }
}
