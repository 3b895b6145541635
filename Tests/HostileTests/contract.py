"""What the daemon has to answer to a call, worked out from what it tells of itself.

The order is the contract's: path, interface, method, arguments. A call that is right in all of
them may be answered in several ways, which depend on the game.
"""

import xml.etree.ElementTree as XML
from typing import NamedTuple

from stage import GAME, MEBIBYTE, NAME, PEER, Connection, Fault, Message

from raw_bus import HISTORY, INTROSPECTABLE, OWN_ERROR, PROPERTIES, RETURN, STANDARD_ERROR, THEMES

WELL_ANSWERED = {
    (GAME, "Flip"): {"NoGame", "GameOver", "NoSuchCard", "CardMatched", "CardFaceUp"},
    (GAME, "FlipAsBot"): {"NoGame", "GameOver", "NoSuchCard", "CardMatched", "CardFaceUp"},
    (GAME, "Conceal"): {"NoGame", "GameOver", "NothingToConceal"},
    (GAME, "NewGame"): {"InvalidArgs", "NoSuchTheme"},
    (GAME, "Resume"): {"NothingToResume", "LaterGameWon"},
    (THEMES, "List"): set(),
    (THEMES, "Get"): {"NoSuchTheme", "InvalidArgs"},
    (THEMES, "Pairs"): {"NoSuchTheme", "InvalidArgs"},
    (THEMES, "Add"): {"InvalidTheme", "ThemeExists", "InvalidArgs", "LimitsExceeded", "StorageFailed"},
    (THEMES, "Remove"): {"NoSuchTheme", "ThemeBuiltIn", "StorageFailed"},
    (HISTORY, "Games"): {"InvalidArgs"},
    (HISTORY, "Log"): {"NoSuchGame", "GameInProgress"},
    (HISTORY, "Beginning"): {"NoSuchGame", "GameInProgress"},
    (HISTORY, "Verify"): {"NoSuchGame", "GameInProgress"},
    (HISTORY, "Statistics"): set(),
    (PEER, "Ping"): set(),
    (PEER, "GetMachineId"): set(),
    (INTROSPECTABLE, "Introspect"): set(),
    # The stage has no terminal in which something could open.
    ("org.gnome.Shell.SearchProvider2", "ActivateResult"): {"InvalidArgs", "Failed"},
    ("org.gnome.Shell.SearchProvider2", "LaunchSearch"): {"Failed"},
    ("org.kde.krunner1", "Run"): {"InvalidArgs", "Failed"},
}
OPTIONS = {"theme": "s", "pairs": "u", "min-pairs": "u", "max-pairs": "u", "seed": "t", "scoring": "s",
           "players": "as", "daily": "b"}
NOT_DAILY = {"theme", "pairs", "min-pairs", "max-pairs", "seed", "players"}
ANY_OWN_ERROR = "any error of the product"


def outcome(message: Message) -> str:
    """`reply SIGNATURE`, or the error's name, shortened as in the contract."""
    if message.kind == RETURN:
        return "reply " + (message.signature or "()")
    return message.error_name.removeprefix(STANDARD_ERROR).removeprefix(OWN_ERROR)


class Method(NamedTuple):
    takes: str
    answers: str


class Contract:
    """The objects, their interfaces and their methods, as Introspect tells them."""

    def __init__(self, connection: Connection):
        self.objects: dict[str, dict[str, dict[str, Method]]] = {}
        self.properties: dict[tuple[str, str, str], str] = {}
        self.nodes: list[str] = []
        self._read(connection, "/")
        if GAME not in self.objects.get("/org/memorized/Memorize1", {}):
            raise Fault("Introspect tells of no game")

    def _read(self, connection: Connection, path: str):
        reply = connection.call(NAME, path, INTROSPECTABLE, "Introspect")
        if reply.kind != RETURN:
            raise Fault(f"Introspect at {path}: {reply}")
        root = XML.fromstring(reply.body[0])
        interfaces = {}
        for interface in root.iter("interface"):
            name = interface.get("name")
            interfaces[name] = {method.get("name"): Method(
                "".join(argument.get("type") for argument in method.iter("arg") if argument.get("direction") == "in"),
                "".join(argument.get("type") for argument in method.iter("arg") if argument.get("direction") == "out"))
                for method in interface.iter("method")}
            for property_ in interface.iter("property"):
                self.properties[path, name, property_.get("name")] = property_.get("access")
        if PROPERTIES in interfaces:
            self.objects[path] = interfaces
        else:
            self.nodes.append(path)
        for child in root.findall("node"):
            self._read(connection, path.rstrip("/") + "/" + child.get("name"))

    def expected(self, path: str, interface: str | None, member: str, signature: str, values, size: int) -> set[str]:
        """The outcomes that are right for a call with a body of so many bytes."""
        if path in self.objects:
            served = self.objects[path]
        elif path in self.nodes:
            served = {PEER: PEER_METHODS, INTROSPECTABLE: {"Introspect": Method("", "s")}}
        else:
            served = {PEER: PEER_METHODS}
        if interface is None:
            candidates = [name for name in served if member in served[name]]
            right = set().union(*(self._arguments(path, name, served[name][member], member, signature, values, size)
                                  for name in candidates)) if candidates else {"UnknownMethod"}
            # Whether Ping without an interface is Peer's, at a path that has no object, is nowhere said.
            if path not in self.objects:
                right.add("UnknownObject")
            return right if candidates else self._oversized(right, size)
        if interface not in served:
            if path in self.objects:
                return self._oversized({"UnknownInterface"}, size)
            # A node between is there, and has no such interface; either may be said of it.
            return self._oversized({"UnknownObject"} | ({"UnknownInterface"} if path in self.nodes else set()), size)
        if member not in served[interface]:
            return self._oversized({"UnknownMethod"}, size)
        return self._arguments(path, interface, served[interface][member], member, signature, values, size)

    @staticmethod
    def _oversized(right: set[str], size: int) -> set[str]:
        # What is said of a call that is too large as well as wrong is nowhere promised.
        return right | {"LimitsExceeded"} if size > MEBIBYTE else right

    def _arguments(self, path, interface, method: Method, member, signature, values, size) -> set[str]:
        if size > MEBIBYTE:
            return {"LimitsExceeded"}
        if signature != method.takes:
            return {"InvalidArgs"}
        reply = "reply " + (method.answers or "()")
        if interface == PROPERTIES:
            return self._property(path, member, values, reply)
        if (interface, member) == (GAME, "NewGame") and must_be_refused(values[0]):
            return {"InvalidArgs"}
        return {reply} | WELL_ANSWERED.get((interface, member), {ANY_OWN_ERROR, "InvalidArgs"})

    def _property(self, path: str, member: str, values, reply: str) -> set[str]:
        interface = values[0]
        if interface == "":
            # D-Bus lets it stand for any interface, or be refused.
            return {reply, "UnknownInterface", "UnknownProperty", "PropertyReadOnly", "InvalidArgs"}
        if interface not in self.objects[path]:
            return {"UnknownInterface"}
        if member == "GetAll":
            return {reply}
        access = self.properties.get((path, interface, values[1]))
        if access is None:
            return {"UnknownProperty"}
        if member == "Get":
            return {reply}
        return {"PropertyReadOnly"} if access == "read" else {reply, "InvalidArgs", ANY_OWN_ERROR}

    @staticmethod
    def is_right(message: Message, right: set[str]) -> bool:
        if outcome(message) in right:
            return True
        return ANY_OWN_ERROR in right and (message.error_name or "").startswith(OWN_ERROR)


PEER_METHODS = {"Ping": Method("", ""), "GetMachineId": Method("", "s")}


def must_be_refused(options) -> bool:
    """Whether nothing but InvalidArgs is right for these options of NewGame."""
    entries = list(options.items() if isinstance(options, dict) else options)
    keys = {key for key, _ in entries}
    if len(keys) < len(entries):
        return False  # which of two values counts is nowhere said, so that the rest cannot be told
    if any(OPTIONS.get(key) != value.signature for key, value in entries):
        return True
    if len(keys & {"min-pairs", "max-pairs"}) == 1 or ("pairs" in keys and "min-pairs" in keys):
        return True
    chosen = {key: value.value for key, value in entries}
    if chosen.get("daily") and keys & NOT_DAILY:
        return True
    if "theme" in keys:
        return False  # it may be unknown, and what is said first is nowhere promised
    if chosen.get("scoring", "classic") not in ("classic", "timed"):
        return True
    players = chosen.get("players", [])
    return len(players) > 8 or "" in players or len(set(players)) < len(players)
