#!/usr/bin/env -S python3 -B
"""Checks the introspection data of every node against the DTD and against the contract.

usage: validate_introspection.py [FILE…]

Walks the daemon's nodes from / down, or reads the given interface files instead. Each text has
to be valid by the D-Bus DTD (xmllint); each property has to say whether its changes are told;
each member of the product's own interfaces has to be documented. Prints a line for each text; exit
status 1 with what is wrong on stderr.
"""

import subprocess
import sys
import tempfile
from xml.etree import ElementTree

from raw_bus import INTROSPECTABLE, NAME, PATH, PEER, PROPERTIES, RETURN, Connection

DTD = "/usr/share/xml/dbus-1/introspect.dtd"
DOCUMENTATION = "org.gtk.GDBus.DocString"
EMITS_CHANGED = "org.freedesktop.DBus.Property.EmitsChangedSignal"

INTERFACES = {NAME, *(f"{NAME}.{part}" for part in "Game Themes History Practice Profile Settings".split())}

faults = []


def fault(where, sentence):
    faults.append(f"{where}: {sentence}")


def parse(text):
    builder = ElementTree.TreeBuilder(insert_comments=True)
    return ElementTree.fromstring(text, ElementTree.XMLParser(target=builder))


def validate(where, text):
    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        result = subprocess.run(["xmllint", "--nonet", "--noout", "--dtdvalid", DTD, file.name],
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


def check_text(where, text):
    validate(where, text)
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
    members = sum(len(root.findall(f"interface/{kind}")) for kind in ("method", "signal", "property"))
    print(f"{where}: {len(root.findall('interface'))} interfaces, {members} members, {len(root.findall('node'))} nodes")
    return root


def walk(connection, path):
    reply = connection.call(NAME, path, INTROSPECTABLE, "Introspect")
    if reply.kind != RETURN:
        fault(path, f"Introspect: {reply}")
        return
    root = check_text(path, reply.body[0])
    if root is None:
        return
    if path == PATH:
        offered = {interface.get("name") for interface in root.findall("interface")}
        for missing in sorted({*INTERFACES, PEER, PROPERTIES, INTROSPECTABLE} - offered):
            fault(path, f"has no interface {missing}")
    elif any(interface.get("name").startswith(NAME) for interface in root.findall("interface")):
        fault(path, "has an interface of the product's")
    visited.add(path)
    for node in root.findall("node"):
        walk(connection, path.rstrip("/") + "/" + node.get("name"))


visited = set()


def main():
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            check_text(name, file.read())
    if len(sys.argv) == 1:
        walk(Connection(), "/")
        if PATH not in visited:
            fault("/", f"the nodes do not lead to {PATH}")
    for line in faults:
        print(line, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
