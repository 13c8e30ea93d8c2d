import CGtk

/// A cached render node for part of a widget. It is redrawn only when its key changes.
@MainActor
package final class CachedRenderNode<Key: Equatable> {
  private var cache: (key: Key, node: OpaquePointer?)?

  package init() {}

  isolated deinit { discard() }

  /// Returns whether the node is cached for a key.
  package func isCached(for key: Key) -> Bool { cache?.key == key }

  /// Appends the node to a snapshot, drawing it first if it is not cached for `key`.
  package func append(to snapshot: OpaquePointer, for key: Key, draw: (OpaquePointer) -> Void) {
    prepare(for: key, draw: draw)
    if let node = cache?.node { gtk_snapshot_append_node(snapshot, node) }
  }

  /// Draws the node in advance, unless it is cached for `key`.
  package func prepare(for key: Key, draw: (OpaquePointer) -> Void) {
    guard cache?.key != key else { return }
    discard()
    let snapshot = nonNull(gtk_snapshot_new())
    draw(snapshot)
    cache = (key, gtk_snapshot_free_to_node(snapshot))
  }

  private func discard() {
    if let node = cache?.node { gsk_render_node_unref(node) }
    cache = nil
  }
}
