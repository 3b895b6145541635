#!/usr/bin/python3
"""Compares the contents of packages of different formats, which were built from one tarball.

usage: same_files.py DIRECTORY...     each with the unpacked files of one package

They have to hold the same paths with the same modes and bytes, except for the differences listed
here. As each was built in a directory of its own, this also shows that a build can be repeated.
"""

import gzip
import pathlib
import re
import sys

# Files of only one format, each with its own rules for licenses and changelogs.
OF_ONE_FORMAT = re.compile(
    r"usr/share/doc/memorize/(copyright|changelog(\.Debian)?|CHANGELOG\.md)"  # Debian, RPM
    r"|usr/share/lintian/overrides/memorize"  # Debian
    r"|usr/share/licenses/memorize/LICENSE"  # RPM, Arch
    r"|\.(BUILDINFO|MTREE|PKGINFO|INSTALL)"  # Arch's description of the package
)
# Debian's zsh looks for the completions of packages in a place of its own.
PLACES = {"usr/share/zsh/vendor-completions/": "usr/share/zsh/site-functions/"}


def contents(root):
    """The mode and the bytes of each file, by its path; compressed ones are uncompressed."""
    found = {}
    for path in root.rglob("*"):
        if not path.is_symlink() and path.is_dir():
            continue
        name = str(path.relative_to(root))
        for place, usual in PLACES.items():
            name = name.replace(place, usual)
        if path.is_symlink():
            found[name] = ("link", str(path.readlink()).encode())
            continue
        data = path.read_bytes()
        if name.endswith(".gz"):
            name, data = name.removesuffix(".gz"), gzip.decompress(data)
        found[name] = (oct(path.stat().st_mode & 0o7777), data)
    return {name: file for name, file in found.items() if not OF_ONE_FORMAT.fullmatch(name)}


def main():
    first, *others = (pathlib.Path(argument) for argument in sys.argv[1:])
    expected = contents(first)
    if not others or "usr/bin/memorize" not in expected:
        sys.exit("same_files.py: name at least two directories with the package's files.")
    different = False
    for other in others:
        found = contents(other)
        for name in sorted(expected.keys() | found.keys()):
            if expected.get(name) == found.get(name):
                continue
            different = True
            if name in expected and name in found:
                kind = "other bytes" if expected[name][0] == found[name][0] else "another mode"
                print(f"{name}: {kind} in {first.name} and {other.name}")
            else:
                print(f"{name}: only in {(first if name in expected else other).name}")
    if different:
        sys.exit(1)
    print(f"{len(others) + 1} packages hold the same {len(expected)} files.")


if __name__ == "__main__":
    main()
