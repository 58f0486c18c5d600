"""read_csv.py FILE SEPARATOR: its rows as Python's csv reads them, a line of JSON each."""

import csv
import json
import sys

with open(sys.argv[1], encoding="utf-8", newline="") as file:
    for row in csv.DictReader(file, delimiter=sys.argv[2], strict=True):
        assert None not in row and None not in row.values(), "a row has not as many fields as the header"
        print(json.dumps(row))
