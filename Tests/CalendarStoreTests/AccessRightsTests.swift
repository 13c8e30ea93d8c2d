import Testing

@testable import CalendarStore

/// Permissions of a file whose owner or group differs from that of the file it replaces.
@Suite struct AccessRightsTests {
  @Test(
    arguments: [
      // Members of the old group now count as others, and members of the new group counted as others before. Each of
      // the two classes keeps only the permissions that both had.
      (0o660, 0o600), (0o664, 0o644), (0o644, 0o644), (0o640, 0o600), (0o666, 0o666), (0o604, 0o600),
      (0o2664, 0o644),
    ] as [(UInt32, UInt32)])
  func otherGroupGainsNoPermissions(mode: UInt32, expected: UInt32) {
    #expect(AccessRights(mode: mode).forAnotherGroup == AccessRights(mode: expected))
  }

  @Test(arguments: [(0o460, 0o660), (0o750, 0o650), (0o4664, 0o664)] as [(UInt32, UInt32)])
  func otherOwnerCanReadAndWrite(mode: UInt32, expected: UInt32) {
    #expect(AccessRights(mode: mode).forAnotherOwner == AccessRights(mode: expected))
  }

  /// The ACL user::rw-, user:1000:rwx, group::r--, mask::rw-, other::r--, as the kernel encodes it.
  private static let aclBytes: [UInt8] = [
    2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 7, 0, 0xE8, 3, 0, 0, 4, 0, 4, 0, 255, 255, 255, 255,
    0x10, 0, 6, 0, 255, 255, 255, 255, 0x20, 0, 4, 0, 255, 255, 255, 255,
  ]

  @Test func aclIsReadAndWritten() throws {
    let acl = try #require(AccessControlList(Self.aclBytes))
    #expect(acl.bytes == Self.aclBytes)
    #expect(acl.entryCount == 5)
    #expect(AccessControlList(Array(Self.aclBytes.dropLast())) == nil)
    #expect(AccessControlList([3, 0, 0, 0]) == nil)
  }

  @Test func groupDoesNotInheritTheMaskWithoutAnACL() throws {
    let acl = try #require(AccessControlList(Self.aclBytes))
    #expect(AccessRights(mode: 0o664, acl: acl).withoutACL == AccessRights(mode: 0o644))
    let withoutGroupPermissions = AccessRights(mode: 0o664, acl: acl.granting(group: 0))
    #expect(withoutGroupPermissions.withoutACL == AccessRights(mode: 0o604))
  }

  @Test func aclKeepsNamedEntriesAndGrantsAnotherGroupNothing() throws {
    let acl = try #require(AccessControlList(Self.aclBytes)).granting(group: 6, others: 0)
    let rights = AccessRights(mode: 0o660, acl: acl).forAnotherGroup
    #expect(rights.mode == 0o660, "the group bits are not the mask that the named user needs")
    #expect(rights.acl == acl.granting(group: 0))
  }
}
