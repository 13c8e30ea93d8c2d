import Foundation
import Testing

/// The permissions of files that a user saves or adds, even if that user cannot keep the files' owner or group. The
/// tests need root, which can act as any user.
@Suite(.enabled(if: geteuid() == 0, "only root can act as another user")) struct FilePermissionTests {
  private let program: Program
  /// The ID of the user “nobody” and of its group.
  private static let nobody = "65534"
  /// The IDs of the groups “users” and “www-data”.
  private static let users = "100"
  private static let www = "33"

  init() throws {
    program = try Program()
    chmod(program.folder, 0o755)
  }

  /// Runs a system command and returns its output.
  @discardableResult
  private func system(_ command: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: program.folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(command) failed")
    return String(decoding: output, as: UTF8.self)
  }

  /// Makes a folder that belongs to the user “nobody”.
  private func makeFolder(_ name: String = "home") throws {
    try system("mkdir", name)
    try system("chown", "\(Self.nobody):\(Self.users)", name)
  }

  private func moveAsNobody(_ path: String, groups: String = users) throws {
    let outcome = try program.run(
      arguments: ["move", path, "walk", "--by", "30"],
      through: ["setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.users)", "--groups=\(groups)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func ownerAndMode(_ name: String) throws -> String {
    try system("stat", "-c", "%u:%g %a", name).trimmingCharacters(in: .newlines)
  }

  private func acl(_ name: String) throws -> [String] {
    try system("getfacl", "-cE", "--numeric", name).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [("0660", "600"), ("0664", "644"), ("0604", "600")])
  func permissionsAreNotWidenedIfTheGroupCannotBeKept(mode: String, expected: String) throws {
    try makeFolder()
    try program.write(week, to: "home/week.ics")
    try system("chown", "\(Self.nobody):\(Self.www)", "home/week.ics")
    try system("chmod", mode, "home/week.ics")
    try moveAsNobody("home/week.ics")
    #expect(try ownerAndMode("home/week.ics") == "\(Self.nobody):\(Self.users) \(expected)")
  }

  @Test func groupIsKeptIfTheUserIsAMember() throws {
    try makeFolder()
    try program.write(week, to: "home/week.ics")
    try system("chown", "\(Self.nobody):\(Self.www)", "home/week.ics")
    try system("chmod", "0660", "home/week.ics")
    try moveAsNobody("home/week.ics", groups: "\(Self.users),\(Self.www)")
    #expect(try ownerAndMode("home/week.ics") == "\(Self.nobody):\(Self.www) 660")
  }

  @Test func defaultACLOfTheFolderIsNotAppliedToAFileWithoutAnACL() throws {
    try makeFolder()
    try program.write(week, to: "home/week.ics")
    try system("chown", "\(Self.nobody):\(Self.users)", "home/week.ics")
    try system("chmod", "0660", "home/week.ics")
    try system("setfacl", "-d", "-m", "u:1234:rwx,g:\(Self.www):rwx", "home")
    try moveAsNobody("home/week.ics")
    #expect(try acl("home/week.ics") == ["user::rw-", "group::rw-", "other::---"])
  }

  @Test func aclOfTheFileIsKeptInsteadOfTheDefaultOfTheFolder() throws {
    try makeFolder()
    try program.write(week, to: "home/week.ics")
    try system("chown", "\(Self.nobody):\(Self.users)", "home/week.ics")
    try system("setfacl", "-m", "u::rw,u:1234:r,g::-,o::-", "home/week.ics")
    try system("setfacl", "-d", "-m", "u:4321:rwx", "home")
    let originalACL = try acl("home/week.ics")
    #expect(originalACL == ["user::rw-", "user:1234:r--", "group::---", "mask::r--", "other::---"])
    try moveAsNobody("home/week.ics")
    #expect(try acl("home/week.ics") == originalACL)
  }

  @Test func keptACLGrantsNothingToTheNewGroup() throws {
    try makeFolder()
    try program.write(week, to: "home/week.ics")
    try system("chown", "\(Self.nobody):\(Self.www)", "home/week.ics")
    try system("setfacl", "-m", "u::rw,u:1234:r,g::rw,o::-", "home/week.ics")
    try moveAsNobody("home/week.ics")
    #expect(
      try acl("home/week.ics") == [
        "user::rw-", "user:1234:r--", "group::---", "mask::rw-", "other::---",
      ])
  }

  private func addAsNobody() throws -> String {
    let oldNames = Set(try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home"))
    let outcome = try program.run(
      arguments: ["add", "home", "--start", "2026-01-05T09:00", "--duration", "60", "--summary", "New"],
      through: [
        "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--groups=\(Self.users)",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let newNames = Set(try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home"))
    return "home/" + (newNames.subtracting(oldNames).first ?? "")
  }

  /// Makes a folder that a group shares, and a file in it for each of the given modes.
  private func makeSharedFolder(_ modes: String...) throws {
    try system("mkdir", "home")
    try system("chown", "0:\(Self.users)", "home")
    try system("chmod", "2775", "home")
    for (number, mode) in modes.enumerated() {
      try program.write(week, to: "home/\(number).ics")
      try system("chown", "0:\(Self.users)", "home/\(number).ics")
      try system("chmod", mode, "home/\(number).ics")
    }
  }

  @Test func newFileGetsTheMostCommonPermissionsOfItsFolder() throws {
    try makeSharedFolder("0664", "0664", "0600", "0444")
    #expect(try ownerAndMode(try addAsNobody()) == "\(Self.nobody):\(Self.users) 664")
  }

  @Test func narrowerPermissionsAreUsedInATie() throws {
    try makeSharedFolder("0664", "0600")
    #expect(try ownerAndMode(try addAsNobody()) == "\(Self.nobody):\(Self.users) 600")
  }

  @Test func firstFileInAFolderIsPrivate() throws {
    try makeSharedFolder()
    try system("setfacl", "-d", "-m", "u:1234:rwx", "home")
    let name = try addAsNobody()
    #expect(try ownerAndMode(name) == "\(Self.nobody):\(Self.users) 600")
    #expect(try acl(name) == ["user::rw-", "group::---", "other::---"])
  }

  @Test func filesOfAnotherGroupAreIgnored() throws {
    try makeSharedFolder("0660")
    try system("chgrp", Self.www, "home/0.ics")
    #expect(try ownerAndMode(try addAsNobody()) == "\(Self.nobody):\(Self.users) 600")
  }
}
