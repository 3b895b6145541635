"""Runs the test_*.py in a directory; a test that is skipped, and no test at all, count as failures.

usage: run.py DIRECTORY
"""

import pathlib
import sys
import unittest


def main():
    directory = str(pathlib.Path(sys.argv[1]).resolve())
    tests = unittest.defaultTestLoader.discover(directory, top_level_dir=directory)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    for test, reason in result.skipped:
        print(f"{test} was skipped, which counts as a failure: {reason}")
    if result.testsRun == 0:
        print("No test was run.")
    sys.exit(0 if result.wasSuccessful() and result.testsRun and not result.skipped else 1)


if __name__ == "__main__":
    main()
