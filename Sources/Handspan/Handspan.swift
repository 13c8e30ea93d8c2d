import ArgumentParser

@main
struct HandspanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handspan", abstract: "A calendar you can hold.")
  func run() throws {}
}
