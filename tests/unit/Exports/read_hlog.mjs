// What hdr-histogram-js reads in a log: for each interval its tag, total, start and end, then values and counts.
// node read_hlog.mjs FILE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { HistogramLogReader } = createRequire(new URL("../../browser/package.json", import.meta.url))("hdr-histogram-js");
const reader = new HistogramLogReader(readFileSync(process.argv[2], "utf8"), 64);
for (let histogram; (histogram = reader.nextIntervalHistogram()); ) {
  const words = [
    histogram.tag.replace("NO TAG", "null"),
    histogram.totalCount,
    histogram.endTimeStampMsec - histogram.startTimeStampMsec,
  ];
  const values = histogram.recordedValuesIterator;
  for (values.reset(); values.hasNext(); ) {
    const { valueIteratedTo, countAtValueIteratedTo } = values.next();
    words.push(valueIteratedTo, countAtValueIteratedTo);
  }
  console.log(words.join(" "));
}
