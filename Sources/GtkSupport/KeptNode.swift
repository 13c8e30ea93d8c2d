import CGtk

/// A part of a widget that stays as it was drawn although the rest of the widget is drawn anew.
@MainActor
public final class KeptNode<Key: Equatable> {
  private var kept: (key: Key, node: OpaquePointer?)?

  /// Nothing is kept yet.
  public init() {}

  isolated deinit { forget() }

  /// Whether the part is kept for that key.
  public func isKept(for key: Key) -> Bool { kept?.key == key }

  /// Shows the part; it is drawn only if it is not kept for the same key.
  public func append(to snapshot: OpaquePointer, for key: Key, draw: (OpaquePointer) -> Void) {
    prepare(for: key, draw: draw)
    if let node = kept?.node { gtk_snapshot_append_node(snapshot, node) }
  }

  /// Draws the part before it is shown, unless it is kept for the same key.
  public func prepare(for key: Key, draw: (OpaquePointer) -> Void) {
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
