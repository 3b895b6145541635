import ArgumentParser

/// The verb `profile`.
struct ProfileVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Tells and says who practises; nobody has to.",
    subcommands: [ProfileShowVerb.self, ProfileRegisterVerb.self, ProfileForgetVerb.self])
}
