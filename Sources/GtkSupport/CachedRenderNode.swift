import CGtk

/// A cached render node: a part of a widget that is redrawn only when its key changes.
@MainActor
package final class CachedRenderNode<Key: Equatable> {
  private var kept: (key: Key, node: OpaquePointer?)?

  package init() {}

  isolated deinit { forget() }

  /// Whether the part is kept for that key.
  package func isKept(for key: Key) -> Bool { kept?.key == key }

  /// Shows the part; it is drawn only if it is not kept for the same key.
  package func append(to snapshot: OpaquePointer, for key: Key, draw: (OpaquePointer) -> Void) {
    prepare(for: key, draw: draw)
    if let node = kept?.node { gtk_snapshot_append_node(snapshot, node) }
  }

  /// Draws the part before it is shown, unless it is kept for the same key.
  package func prepare(for key: Key, draw: (OpaquePointer) -> Void) {
    guard kept?.key != key else { return }
    forget()
    let part = created(gtk_snapshot_new())
    draw(part)
    kept = (key, gtk_snapshot_free_to_node(part))
  }

  private func forget() {
    if let node = kept?.node { gsk_render_node_unref(node) }
    kept = nil
  }
}
