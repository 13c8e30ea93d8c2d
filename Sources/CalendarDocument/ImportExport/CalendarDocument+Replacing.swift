import CalendarModel
import ICalendar

/// A replacement of all components of a file that have the same UID.
package struct ObjectReplacement: Sendable {
  package let uid: ByteString
  /// The components before and after; empty if there are none.
  package let oldComponents: [[UInt8]]
  package let newComponents: [[UInt8]]

  package var inverse: ObjectReplacement {
    ObjectReplacement(uid: uid, oldComponents: newComponents, newComponents: oldComponents)
  }
}

/// Objects of a file that were replaced, added or removed together.
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
  /// Carries out the changes of an import, in UTF-8 and using the file's line breaks; components that do not change stay
  /// as they are. Leaves out objects that have changed since the plan was made,
  /// and those that use a zone whose definition in the file has.
  ///
  /// - Returns: the document after the import, the replacements made, and the number of objects left out.
  package func importing(
    _ changes: [ImportPlan.Change]
  ) throws(EditError) -> (
    document: CalendarDocument, applied: AppliedReplacements, skippedCount: Int
  ) {
    guard let line = ComponentPosition(atEndOf: text)?.line(in: text) else { throw .noCalendar }
    var (replacements, outdatedCount) = ([ObjectReplacement](), 0)
    var (definitionsByName, addedZones) = ([String: [UInt8]](), [[UInt8]]())
    var naming = ZoneNaming(self)
    for change in changes {
      guard naming.adapting(change.newObject).zones.keys == change.newObject.zones.keys else {
        outdatedCount += 1
        continue
      }
      let zonesToAdd = change.newObject.zones.filter { !self.zones.defines($0.key) }
      for (name, definition) in zonesToAdd.sorted(by: { $0.key < $1.key })
      where definitionsByName[name] == nil {
        definitionsByName[name] = definition
        addedZones.append(text.bytes(ofLines: definition, like: line - 1))
      }
      let unchanged = Set(change.oldComponents)
      replacements.append(
        ObjectReplacement(
          uid: change.uid, oldComponents: change.oldComponents,
          newComponents: change.newObject.texts.map {
            unchanged.contains($0) ? $0 : text.bytes(ofLines: $0, like: line - 1)
          }))
    }
    let batch = AppliedReplacements(replacements: replacements, addedZones: addedZones, removedZones: [])
    let (document, skippedUIDs) = try applying(batch)
    guard !skippedUIDs.isEmpty else { return (document, batch, outdatedCount) }
    // Objects that have changed since the plan was made are left as they are, and time zones that only they would
    // need are not added.
    let result = try importing(changes.filter { !skippedUIDs.contains($0.uid) })
    return (result.document, result.applied, result.skippedCount + skippedUIDs.count)
  }

  /// Carries out replacements, except those of objects that no longer have the expected contents.
  ///
  /// - Returns: the document, and the UIDs of the objects left as they were.
  package func applying(
    _ batch: AppliedReplacements
  ) throws(EditError) -> (document: CalendarDocument, skippedUIDs: Set<ByteString>) {
    guard let end = ComponentPosition(atEndOf: text)?.line(in: text) else { throw .noCalendar }
    let uids = Set(batch.replacements.map(\.uid))
    var components: [ByteString: [Int]] = [:]
    for index in objectComponents {
      guard let uid = uid(of: index), uids.contains(uid) else { continue }
      components[uid, default: []].append(index)
    }
    var edits: [(lines: Range<Int>, bytes: [UInt8])] = []
    var (insertion, skippedUIDs, removedComponents) = ([UInt8](), Set<ByteString>(), Set<Int>())
    for replacement in batch.replacements {
      let existingComponents = components[replacement.uid] ?? []
      guard existingComponents.map({ Array(text.bytes(ofComponent: $0)) }) == replacement.oldComponents else {
        skippedUIDs.insert(replacement.uid)
        continue
      }
      guard !existingComponents.isEmpty else {
        insertion += replacement.newComponents.joined()
        continue
      }
      // Each component is replaced at its position in the file. The last one is replaced by all remaining ones.
      for (index, component) in existingComponents.enumerated() {
        let isLast = index == existingComponents.count - 1
        let bytes =
          isLast
          ? Array(replacement.newComponents.dropFirst(index).joined())
          : index < replacement.newComponents.count ? replacement.newComponents[index] : []
        edits.append((text.components[component].lines, bytes))
        removedComponents.insert(component)
      }
    }
    edits += removals(of: batch.removedZones, afterRemoving: removedComponents)
    insertion = Array(batch.addedZones.joined()) + insertion
    edits.append((end..<end, insertion))
    edits.sort { $0.lines.lowerBound < $1.lines.lowerBound }
    var (bytes, nextLine) = ([UInt8](), 0)
    bytes.reserveCapacity(text.bytes.count + insertion.count)
    // A byte order mark precedes the first line.
    bytes += text.bytes[..<text.bytes(ofLines: 0..<0).startIndex]
    for edit in edits {
      bytes += text.bytes(ofLines: nextLine..<edit.lines.lowerBound)
      bytes += edit.bytes
      nextLine = edit.lines.upperBound
    }
    bytes += text.bytes(ofLines: nextLine..<text.lineCount)
    do { return (try rereading(bytes), skippedUIDs) } catch { throw .tooLarge }
  }

  /// Returns the edits that remove the given VTIMEZONEs, except those that a remaining component uses.
  private func removals(
    of zones: [[UInt8]], afterRemoving removedComponents: Set<Int>
  ) -> [(lines: Range<Int>, bytes: [UInt8])] {
    guard !zones.isEmpty else { return [] }
    let removableZones = Set(zones)
    var usedZoneNames: Set<String> = []
    for index in text.components.indices
    where !removedComponents.contains(index) && text.components[index].name != "VTIMEZONE"
      && text.components[index].parent.map({ text.components[$0].name == "VCALENDAR" }) ?? false
    {
      usedZoneNames.formUnion(text.zoneNames(in: index).map(DocumentZones.folded))
    }
    return text.components.indices.compactMap { index in
      guard text.components[index].name == "VTIMEZONE",
        removableZones.contains(Array(text.bytes(ofComponent: index))),
        let name = FileZone.identifier(of: index, in: text),
        !usedZoneNames.contains(DocumentZones.folded(name))
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
}

extension AppliedReplacements {
  /// Returns these replacements without those of the given objects.
  package func excluding(_ uids: Set<ByteString>) -> AppliedReplacements {
    AppliedReplacements(
      replacements: replacements.filter { !uids.contains($0.uid) }, addedZones: addedZones,
      removedZones: removedZones)
  }
}
