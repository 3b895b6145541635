"""Takes one picture of the documentation; share/make/pictures calls it in a session of its own.

usage: take.py NAME FILE
"""

import os
import pathlib
import subprocess
import sys

from desk import HOME, Desk
from installation import make
from minute import minute
from stills import card, desktop, gap, play, practice, solved, tray
from support import Refused

PICTURES = {picture.__name__: picture for picture in (minute, play, practice, card, gap, solved, desktop, tray)}


def main():
    name, file = sys.argv[1:]
    make("install")
    os.environ["PATH"] = f"{HOME}/.local/bin:{os.environ['PATH']}"
    desk = Desk()
    try:
        pathlib.Path(file).write_bytes(PICTURES[name](desk))
    except (AssertionError, Refused, OSError, subprocess.SubprocessError) as failure:
        sys.exit(f"{name}: {failure}")
    finally:
        desk.close()


if __name__ == "__main__":
    main()
