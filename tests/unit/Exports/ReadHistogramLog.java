import java.io.File;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;

/** What HdrHistogram itself reads in a log: for each interval its tag, total, start and end, then values and counts. */
public final class ReadHistogramLog {
    public static void main(String[] arguments) throws Exception {
        HistogramLogReader reader = new HistogramLogReader(new File(arguments[0]));
        for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null;) {
            AbstractHistogram histogram = (AbstractHistogram) next;
            StringBuilder line =
                    new StringBuilder().append(histogram.getTag()).append(' ').append(histogram.getTotalCount());
            line.append(' ').append(histogram.getEndTimeStamp() - histogram.getStartTimeStamp());
            for (HistogramIterationValue value : histogram.recordedValues())
                line.append(' ')
                        .append(value.getValueIteratedTo())
                        .append(' ')
                        .append(value.getCountAtValueIteratedTo());
            System.out.println(line);
        }
    }
}
