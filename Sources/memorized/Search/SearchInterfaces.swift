internal import DBus

/// The searches of GNOME Shell: `org.gnome.Shell.SearchProvider2`.
enum SearchProvider {
  static let path: ObjectPath = "/org/memorized/Memorize1/SearchProvider"

  static let interface: Interface<DesktopSearch> = Interface(
    "org.gnome.Shell.SearchProvider2", "Answers the searches of GNOME Shell."
  ) {
    Method(
      interface, "GetInitialResultSet", "Finds results for words.", in: "terms", out: "results"
    ) {
      (search: DesktopSearch, reply: Reply<[String]>, terms: [String]) in
      search.find(terms, reply) { $0.map(\.id) }
    }
    Method(
      interface, "GetSubsearchResultSet", "Finds results after the words have changed.",
      in: "previous_results", "terms", out: "results"
    ) { (search: DesktopSearch, reply: Reply<[String]>, _: [String], terms: [String]) in
      search.find(terms, reply) { $0.map(\.id) }
    }
    Method(interface, "GetResultMetas", "Describes results.", in: "identifiers", out: "metas") {
      (search: DesktopSearch, ids: [String]) in
      ids.prefix(DesktopSearch.limit).compactMap(search.result).map { result in
        [
          "id": result.id.asValue, "name": result.title.asValue,
          "description": result.detail.asValue,
        ] as [String: Value]
      }
    }
    Method(interface, "ActivateResult", "Opens a result.", in: "identifier", "terms", "timestamp") {
      (search: DesktopSearch, id: String, _: [String], _: UInt32) in try search.open(id)
    }
    Method(interface, "LaunchSearch", "Opens the search in a terminal.", in: "terms", "timestamp") {
      (search: DesktopSearch, terms: [String], _: UInt32) in try search.open(terms: terms)
    }
  }
}

/// The searches of KRunner: `org.kde.krunner1`.
enum Runner {
  static let path: ObjectPath = "/org/memorized/Memorize1/Runner"

  typealias Match = Struct<String, String, String, Int32, Double, [String: Value]>
  typealias Action = Struct<String, String, String>

  static let interface: Interface<DesktopSearch> = Interface(
    "org.kde.krunner1", "Answers the searches of KRunner."
  ) {
    Method(interface, "Actions", "Returns the further actions of results: none.", out: "actions") {
      (_: DesktopSearch) in [] as [Action]
    }
    Method(interface, "Match", "Finds results for a text.", in: "query", out: "matches") {
      (search: DesktopSearch, reply: Reply<[Match]>, query: String) in
      search.find([query], reply) { results in
        results.enumerated().map { index, result in
          // A possible match, listed in the order of the results.
          Match(
            result.id, result.title, DesktopSearch.icon, 30, 0.8 - Double(index) / 100,
            ["subtext": result.detail.asValue])
        }
      }
    }
    Method(interface, "Run", "Opens a result.", in: "match", "action") {
      (search: DesktopSearch, id: String, _: String) in try search.open(id)
    }
    Method(
      interface, "SetActivationToken", "Names the token for the window of the next Run.",
      in: "token"
    ) {
      (search: DesktopSearch, token: String) in search.token = token
    }
    Method(interface, "Teardown", "Ends a search; nothing is needed for that.") {
      (_: DesktopSearch) in
    }
  }
}
