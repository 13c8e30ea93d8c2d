import Testing

@testable import CalendarStore

/// Permissions of a file whose owner or group differs from that of the file it replaces.
@Suite struct AccessRightsTests {
  @Test(
    arguments: [
      // Members of the old group become others, and members of the new group were others before. So both the group
      // and others keep only the permissions that both had.
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

  /// user::rw-, user:1000:rwx, group::r--, mask::rw-, other::r--, as the kernel encodes it.
  private static let bytes: [UInt8] = [
    2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 7, 0, 0xE8, 3, 0, 0, 4, 0, 4, 0, 255, 255, 255, 255,
    0x10, 0, 6, 0, 255, 255, 255, 255, 0x20, 0, 4, 0, 255, 255, 255, 255,
  ]

  @Test func accessListIsReadAndWritten() throws {
    let list = try #require(AccessList(Self.bytes))
    #expect(list.bytes == Self.bytes)
    #expect(list.entryCount == 5)
    #expect(AccessList(Array(Self.bytes.dropLast())) == nil)
    #expect(AccessList([3, 0, 0, 0]) == nil)
  }

  @Test func groupDoesNotInheritTheMaskWithoutAnAccessList() throws {
    let list = try #require(AccessList(Self.bytes))
    #expect(AccessRights(mode: 0o664, list: list).withoutList == AccessRights(mode: 0o644))
    let withoutGroupPermissions = AccessRights(mode: 0o664, list: list.granting(group: 0))
    #expect(withoutGroupPermissions.withoutList == AccessRights(mode: 0o604))
  }

  @Test func accessListKeepsNamedEntriesAndGrantsAnotherGroupNothing() throws {
    let list = try #require(AccessList(Self.bytes)).granting(group: 6, others: 0)
    let rights = AccessRights(mode: 0o660, list: list).forAnotherGroup
    #expect(rights.mode == 0o660, "the group bits are not the mask that the named user needs")
    #expect(rights.list == list.granting(group: 0))
  }
}
