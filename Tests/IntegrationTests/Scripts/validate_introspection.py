#!/usr/bin/env -S python3 -B
"""Checks the introspection data of every node against the DTD and against the contract.

usage: validate_introspection.py [FILE…]

Walks the daemon's nodes from / down, or reads the given interface files instead. Each text has
to be valid by the D-Bus DTD (xmllint); each property has to say whether its changes are told;
each member of the product's own interfaces has to be documented and to have the contract's
signature. Prints a line for each text; exit status 1 with what is wrong on stderr.
"""

import os
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

from raw_bus import INTROSPECTABLE, NAME, PATH, PEER, PROPERTIES, RETURN, Connection

INSTALLED_DTD = "/usr/share/xml/dbus-1/introspect.dtd"
# For machines whose D-Bus package ships none: what the specification allows, no more.
OWN_DTD = """
<!ELEMENT node (node | interface)*>
<!ELEMENT interface (method | signal | property | annotation)*>
<!ELEMENT method (arg | annotation)*>
<!ELEMENT signal (arg | annotation)*>
<!ELEMENT property (annotation)*>
<!ELEMENT arg (annotation)*>
<!ELEMENT annotation EMPTY>
<!ATTLIST node name CDATA #IMPLIED>
<!ATTLIST interface name CDATA #REQUIRED>
<!ATTLIST method name CDATA #REQUIRED>
<!ATTLIST signal name CDATA #REQUIRED>
<!ATTLIST property name CDATA #REQUIRED type CDATA #REQUIRED access (read | write | readwrite) #REQUIRED>
<!ATTLIST arg name CDATA #IMPLIED type CDATA #REQUIRED direction (in | out) "in">
<!ATTLIST annotation name CDATA #REQUIRED value CDATA #REQUIRED>
"""
DOCUMENTATION = "org.gtk.GDBus.DocString"
EMITS_CHANGED = "org.freedesktop.DBus.Property.EmitsChangedSignal"

# Members and their signatures: methods (in, out), signals, properties (type, how changes are told).
CONTRACT = {
    NAME: {
        "property": {"Version": ("s", "const"), "RulesVersion": ("u", "const")},
    },
    NAME + ".Game": {
        "method": {"NewGame": ("a{sv}", "tt"), "Flip": ("u", "sita(uss)"), "Conceal": ("", "t")},
        "signal": {"GameStarted": "ttsu", "CardsChanged": "ta(uss)", "Matched": "tuussi", "Mismatched": "tuui",
                   "GameWon": "tta{sv}"},
        "property": {
            **{name: (type_, "true") for name, type_ in {
                "Revision": "t", "Id": "t", "State": "s", "Theme": "s", "Icon": "s", "Colors": "as", "Pairs": "u",
                "MatchedPairs": "u", "Score": "i", "Flips": "u", "Moves": "u", "Scoring": "s", "Seeded": "b",
                "Daily": "s", "StartedAt": "t", "LastFlipAt": "t", "Par": "d", "Regret": "d", "Luck": "d",
                "Players": "a(si)", "Turn": "u"}.items()},
            "Cards": ("a(ss)", "false"),
        },
    },
    NAME + ".Themes": {
        "method": {"List": ("", "aa{sv}"), "Get": ("s", "a{sv}"), "Pairs": ("suu", "a(sss)")},
        "property": {"Names": ("as", None)},
    },
}

faults = []


def fault(where, sentence):
    faults.append(f"{where}: {sentence}")


def parse(text):
    builder = ElementTree.TreeBuilder(insert_comments=True)
    return ElementTree.fromstring(text, ElementTree.XMLParser(target=builder))


def validate(where, text, dtd):
    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        result = subprocess.run(["xmllint", "--nonet", "--noout", "--dtdvalid", dtd, file.name],
                                capture_output=True, text=True, check=False)
    if result.returncode != 0:
        fault(where, "is not valid:\n" + result.stderr.strip())


def annotation(element, name):
    return next((child.get("value") for child in element.findall("annotation") if child.get("name") == name), None)


def is_documented(element, before):
    """By an annotation, or by a comment right before the element."""
    comment = before is not None and before.tag is ElementTree.Comment and (before.text or "").strip()
    return bool((annotation(element, DOCUMENTATION) or "").strip() or comment)


def check_documentation(where, parent, element, before):
    if element.tag in ("interface", "method", "signal", "property") and not is_documented(element, before):
        fault(where, f"{element.tag} {element.get('name')} is not documented")
    if element.tag == "arg" and not element.get("name"):
        fault(where, f"an argument of {parent.get('name')} has no name")
    children = list(element)
    for index, child in enumerate(children):
        if child.tag is not ElementTree.Comment:
            check_documentation(where, element, child, children[index - 1] if index else None)


def signature(element, direction=None):
    default = "in" if element.tag == "method" else None
    return "".join(arg.get("type") for arg in element.findall("arg")
                   if direction is None or arg.get("direction", default) == direction)


def check_contract(where, interface):
    for kind, members in CONTRACT.get(interface.get("name"), {}).items():
        found = {element.get("name"): element for element in interface.findall(kind)}
        for name, expected in members.items():
            element = found.get(name)
            if element is None:
                fault(where, f"{interface.get('name')} has no {kind} {name}")
                continue
            if kind == "method":
                told = (signature(element, "in"), signature(element, "out"))
            elif kind == "signal":
                told = signature(element)
            else:
                told = (element.get("type"), annotation(element, EMITS_CHANGED) if expected[1] else None)
            if told != expected:
                fault(where, f"{kind} {name} is {told}, and has to be {expected}")


def check_text(where, text, dtd):
    validate(where, text, dtd)
    try:
        root = parse(text)
    except ElementTree.ParseError as error:
        fault(where, f"cannot be parsed: {error}")
        return None
    children = list(root)
    for index, interface in enumerate(children):
        if interface.tag != "interface":
            continue
        for element in interface.findall("property"):
            told = annotation(element, EMITS_CHANGED)
            if told not in ("true", "invalidates", "const", "false"):
                fault(where, f"property {element.get('name')} says of its changes {told!r}")
        if interface.get("name").startswith(NAME):
            check_documentation(where, root, interface, children[index - 1] if index else None)
            check_contract(where, interface)
    members = sum(len(root.findall(f"interface/{kind}")) for kind in ("method", "signal", "property"))
    print(f"{where}: {len(root.findall('interface'))} interfaces, {members} members, {len(root.findall('node'))} nodes")
    return root


def walk(connection, path, dtd):
    reply = connection.call(NAME, path, INTROSPECTABLE, "Introspect")
    if reply.kind != RETURN:
        fault(path, f"Introspect: {reply}")
        return
    root = check_text(path, reply.body[0], dtd)
    if root is None:
        return
    if path == PATH:
        offered = {interface.get("name") for interface in root.findall("interface")}
        for missing in sorted({*CONTRACT, PEER, PROPERTIES, INTROSPECTABLE} - offered):
            fault(path, f"has no interface {missing}")
    elif any(interface.get("name").startswith(NAME) for interface in root.findall("interface")):
        fault(path, "has an interface of the product's")
    visited.add(path)
    for node in root.findall("node"):
        walk(connection, path.rstrip("/") + "/" + node.get("name"), dtd)


visited = set()


def main():
    with tempfile.TemporaryDirectory() as directory:
        dtd = INSTALLED_DTD
        if not os.path.exists(dtd):
            dtd = os.path.join(directory, "introspect.dtd")
            with open(dtd, "w", encoding="utf-8") as file:
                file.write(OWN_DTD)
        if len(sys.argv) > 1:
            for name in sys.argv[1:]:
                with open(name, encoding="utf-8") as file:
                    check_text(name, file.read(), dtd)
        else:
            walk(Connection(), "/", dtd)
            if PATH not in visited:
                fault("/", f"the nodes do not lead to {PATH}")
    for line in faults:
        print(line, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
