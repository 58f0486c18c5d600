using Pingmark.Exports;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Exports;

public sealed class HistogramLogTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private static CountedWindow Counted(int seed, bool atRate = false)
    {
        var random = new Random(seed);
        Histogram Random()
        {
            var histogram = new Histogram();
            foreach (var value in new long[] { 0, 1, 2047, 2048, (1L << 36) - 1 })
                histogram.Record(value, 1 + random.NextInt64(1L << random.Next(1, 45)));
            for (var i = 0; i < 300; i++)
                histogram.Record((long)Math.Pow(2, 36 * random.NextDouble()), 1 + random.Next(1 << random.Next(1, 20)));
            // Most of them as the rate says.
            histogram.Record(100_000, histogram.Count + 1);
            return histogram;
        }
        var roundTrips = Random();
        var window = Trial.Window(seconds: 1.5) with
        {
            Histogram = roundTrips.ToSparse(),
            RttSumNs = 100_000 * roundTrips.Count,
        };
        return atRate
            ? window with
            {
                Histograms = window
                    .Histograms.Add(HistogramKind.Uncorrected, Random().ToSparse())
                    .Add(HistogramKind.SendLateness, Random().ToSparse()),
            }
            : window;
    }

    /// <summary>The public implementation's own reader, on what was written here.</summary>
    [HdrHistogramFact]
    [Trait("Gate", "no")]
    public Task HdrHistogram_reads_every_count_back() =>
        ReadsEveryCountBackAsync(
            "java",
            "-cp",
            HdrHistogramFactAttribute.Jar,
            OtherProgram.Source("ReadHistogramLog.java")
        );

    /// <summary>JavaScript's numbers are exact up to 2^53.</summary>
    [NodeModuleFact("hdr-histogram-js")]
    [Trait("Gate", "no")]
    public Task Hdr_histogram_js_reads_every_count_back() =>
        ReadsEveryCountBackAsync("node", OtherProgram.Source("read_hlog.mjs"));

    private async Task ReadsEveryCountBackAsync(string program, params string[] arguments)
    {
        CountedWindow[] windows = [Counted(1), Counted(2, atRate: true)];
        var log = HistogramLog.Render(
            Trial.Run(Trial.Cell()),
            Trial.Evidence(windows.Select((window, i) => Trial.Of(window, round: i + 1)))
        );
        var read = await OtherProgram.ReadLinesAsync(program, [.. arguments, _folder.Write("cell.hlog", log)]);
        (string Tag, long[] Sparse)[] expected =
        [
            ("null", windows[0].Histogram),
            ("null", windows[1].Histogram),
            ("uncorrected", windows[1][HistogramKind.Uncorrected]!),
            ("send-lateness", windows[1][HistogramKind.SendLateness]!),
        ];
        Assert.Equal(expected.Length, read.Length);
        foreach (var (line, (tag, sparse)) in read.Zip(expected))
        {
            var words = line.Split(' ');
            Assert.Equal([tag, $"{Histogram.FromSparse(sparse).Count}", "1500"], words[..3]);
            var counts = words[3..]
                .Select(long.Parse)
                .Chunk(2)
                .SelectMany(pair => new[] { Histogram.IndexOf(pair[0]), pair[1] });
            Assert.Equal(sparse, counts);
        }
    }

    /// <summary>But for what zlib makes of the counts, which is another with each of its versions.</summary>
    [Fact]
    public void It_is_the_same_in_every_culture()
    {
        var run = Trial.Run(Trial.Cell()) with { Suite = "a\n#[StartTime: 1 \u001b[31m" };
        var scenario = new Scenario { RatePerS = 1000 };
        var trials = new[] { Trial.Of(Counted(1, atRate: true)) with { StartedAtS = 12.25 } };
        Golden.CheckInEveryCulture(
            "cell.hlog",
            () =>
                string.Join(
                    '\n',
                    HistogramLog.Render(run, Trial.Evidence(scenario, trials)).Split('\n').Select(WithoutCounts)
                )
        );

        static string WithoutCounts(string line) =>
            line.IndexOf(",HISTF", StringComparison.Ordinal) is > 0 and var end ? line[..(end + 6)] : line;
    }
}

internal sealed class HdrHistogramFactAttribute : FactAttribute
{
    public const string Jar = "/usr/share/java/hdrhistogram.jar";

    public HdrHistogramFactAttribute()
    {
        if (!File.Exists(Jar) || Executables.Find("javac") is null)
            Skip = "no HdrHistogram or JDK here: apt-get install libhdrhistogram-java openjdk-17-jdk-headless";
    }
}
