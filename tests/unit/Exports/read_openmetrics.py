"""read_openmetrics.py FILE: what the strict parser of prometheus_client reads: for each sample a line of JSON."""

import json
import sys

from prometheus_client.openmetrics.parser import text_fd_to_metric_families

with open(sys.argv[1], encoding="utf-8") as file:
    for family in text_fd_to_metric_families(file):
        for sample in family.samples:
            print(json.dumps([family.type, sample.name, sample.labels, sample.value]))
