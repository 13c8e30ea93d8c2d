import CalendarModel
import ICalendar

/// A replacement of all components of a file that have one UID.
package struct ObjectReplacement: Sendable {
  package let uid: ByteString
  /// The components before and after; empty if there are none.
  package let before: [[UInt8]]
  package let after: [[UInt8]]

  package var inverse: ObjectReplacement { ObjectReplacement(uid: uid, before: after, after: before) }
}

/// Many objects of a file that were replaced, added or removed together.
package struct AppliedReplacements: Sendable {
  package let replacements: [ObjectReplacement]
  /// The VTIMEZONEs that were added.
  let addedZones: [[UInt8]]
  /// The VTIMEZONEs that were removed.
  let removedZones: [[UInt8]]

  package var inverse: AppliedReplacements {
    AppliedReplacements(
      replacements: replacements.map(\.inverse), addedZones: removedZones, removedZones: addedZones)
  }
}

extension CalendarDocument {
  /// Carries out the changes of an import, with the file's line breaks. Objects whose time zone has the name but
  /// not the definition of one of the file's zones are left out, and so are those whose contents are not the
  /// expected ones.
  ///
  /// - Returns: the document after the import, what was done, and the numbers of objects left out: because
  ///   of their time zones, and because they have changed.
  package func importing(
    _ changes: [ImportPlan.Change]
  ) throws(EditError) -> (
    document: CalendarDocument, applied: AppliedReplacements, refused: Int, changed: Int
  ) {
    guard let line = ComponentPosition(atEndOf: text)?.line(in: text) else { throw .noCalendar }
    var (replacements, zones, added, refused) = ([ObjectReplacement](), [String: [UInt8]](), [[UInt8]](), 0)
    for change in changes {
      let missing = change.after.zones.filter { !self.zones.defines($0.key) }
      let isRefused = change.after.zones.contains { name, definition in
        guard !self.zones.isSystemZone(name) else { return false }
        let known = self.zones.definition(of: name).map { Array(text.bytes(ofComponent: $0)) } ?? zones[name]
        return known.map { !Self.isSameZone($0, definition) } ?? false
      }
      if isRefused {
        refused += 1
        continue
      }
      for (name, definition) in missing.sorted(by: { $0.key < $1.key }) where zones[name] == nil {
        zones[name] = definition
        added.append(text.bytes(ofLines: definition, like: line - 1))
      }
      replacements.append(
        ObjectReplacement(
          uid: change.uid, before: change.before,
          after: change.after.texts.map { text.bytes(ofLines: $0, like: line - 1) }))
    }
    let applied = AppliedReplacements(replacements: replacements, addedZones: added, removedZones: [])
    let (document, unchanged) = try applying(applied)
    guard !unchanged.isEmpty else { return (document, applied, refused, 0) }
    // What has changed since the plan was made is left as it is, without its time zones.
    let rest = try importing(changes.filter { !unchanged.contains($0.uid) })
    return (rest.document, rest.applied, rest.refused, rest.changed + unchanged.count)
  }

  /// Carries out replacements, except those of objects whose contents are not the expected ones.
  ///
  /// - Returns: the document, and the UIDs of the objects left as they were.
  package func applying(
    _ applied: AppliedReplacements
  ) throws(EditError) -> (document: CalendarDocument, unchanged: Set<ByteString>) {
    guard let end = ComponentPosition(atEndOf: text)?.line(in: text) else { throw .noCalendar }
    let uids = Set(applied.replacements.map(\.uid))
    var components: [ByteString: [Int]] = [:]
    for index in objectComponents {
      guard let uid = uid(of: index), uids.contains(uid) else { continue }
      components[uid, default: []].append(index)
    }
    var edits: [(lines: Range<Int>, bytes: [UInt8])] = []
    var (insertion, unchanged, removed) = ([UInt8](), Set<ByteString>(), Set<Int>())
    for replacement in applied.replacements {
      let found = components[replacement.uid] ?? []
      guard found.map({ Array(text.bytes(ofComponent: $0)) }) == replacement.before else {
        unchanged.insert(replacement.uid)
        continue
      }
      guard !found.isEmpty else {
        insertion += replacement.after.joined()
        continue
      }
      // A component that stays at its place in the series keeps its place in the file.
      for (number, component) in found.enumerated() {
        let isLast = number == found.count - 1
        let bytes =
          isLast
          ? Array(replacement.after.dropFirst(number).joined())
          : number < replacement.after.count ? replacement.after[number] : []
        edits.append((text.components[component].lines, bytes))
        removed.insert(component)
      }
    }
    edits += removals(of: applied.removedZones, without: removed)
    insertion = Array(applied.addedZones.joined()) + insertion
    edits.append((end..<end, insertion))
    edits.sort { $0.lines.lowerBound < $1.lines.lowerBound }
    var (bytes, next) = ([UInt8](), 0)
    bytes.reserveCapacity(text.bytes.count + insertion.count)
    // A byte order mark precedes the first line.
    bytes += text.bytes[..<text.bytes(ofLines: 0..<0).startIndex]
    for edit in edits {
      bytes += text.bytes(ofLines: next..<edit.lines.lowerBound)
      bytes += edit.bytes
      next = edit.lines.upperBound
    }
    bytes += text.bytes(ofLines: next..<text.lineCount)
    do { return (try rereading(bytes), unchanged) } catch { throw .tooLarge }
  }

  /// Returns the edits that remove VTIMEZONEs which no other component uses.
  private func removals(
    of zones: [[UInt8]], without removed: Set<Int>
  ) -> [(lines: Range<Int>, bytes: [UInt8])] {
    guard !zones.isEmpty else { return [] }
    let isUnwanted = Set(zones)
    var used: Set<String> = []
    for index in text.components.indices
    where !removed.contains(index) && text.components[index].name != "VTIMEZONE"
      && text.components[index].parent.map({ text.components[$0].name == "VCALENDAR" }) ?? false
    {
      used.formUnion(text.zoneNames(in: index).map(DocumentZones.folded))
    }
    return text.components.indices.compactMap { index in
      guard text.components[index].name == "VTIMEZONE",
        isUnwanted.contains(Array(text.bytes(ofComponent: index))),
        let name = FileZone.identifier(of: index, in: text), !used.contains(DocumentZones.folded(name))
      else { return nil }
      return (text.components[index].lines, [])
    }
  }

  private func uid(of component: Int) -> ByteString? {
    for line in text.ownLines(of: component).joined() {
      guard let line = text.line(line), line.name == "UID" else { continue }
      return ByteString(Text.unescape(line.value))
    }
    return nil
  }

  static func isSameZone(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    ICalendarText.bytes(ofLines: first) == ICalendarText.bytes(ofLines: second)
  }
}

extension AppliedReplacements {
  /// Returns these replacements without those of some objects.
  package func excluding(_ uids: Set<ByteString>) -> AppliedReplacements {
    AppliedReplacements(
      replacements: replacements.filter { !uids.contains($0.uid) }, addedZones: addedZones,
      removedZones: removedZones)
  }
}
