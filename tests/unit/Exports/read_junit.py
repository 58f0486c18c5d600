"""read_junit.py FILE: what junitparser reads: a line of JSON for the suite, and one for each case."""

import json
import sys

from junitparser import JUnitXml

for suite in JUnitXml.fromfile(sys.argv[1]):
    print(json.dumps([suite.tests, suite.failures, suite.errors, suite.skipped, suite.time]))
    for case in suite:
        print(json.dumps([case.classname, case.name, [type(it).__name__ for it in case.result], case.time]))
