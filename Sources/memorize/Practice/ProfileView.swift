import DBus
import MemorizeBus

/// Who practises, as the service publishes it.
struct ProfileView {
  /// The name; empty where nobody has said it.
  let name: String
  let isRegistered: Bool
  let isRemembered: Bool

  /// Reads the answer of GetAll.
  init(_ properties: Properties<ProfileContract.Service>) throws(BusError) {
    guard let name = properties[ProfileContract.userName],
      let isRegistered = properties[ProfileContract.registered],
      let isRemembered = properties[ProfileContract.remembered]
    else { throw BusError.unfitting }
    self.name = name
    self.isRegistered = isRegistered
    self.isRemembered = isRemembered
  }

  func print(_ options: Options) throws {
    let fields = [name.harmless, isRemembered ? "remembered" : "not remembered"]
    try options.print(
      json: [
        "profile": [
          "name": .string(name), "registered": .boolean(isRegistered),
          "remembered": .boolean(isRemembered),
        ]
      ],
      plain: (isRegistered ? fields.joined(separator: "\t") : line.harmless) + "\n",
      text: line.harmless + "\n")
  }

  private var line: String {
    guard isRegistered else {
      return "Nobody is registered: say who practises by “memorize profile register NAME”."
    }
    return name + (isRemembered ? ", remembered" : ", until the service ends")
  }
}
