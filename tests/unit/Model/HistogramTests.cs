using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Model;

/// <summary>Counts against sorted arrays of the very values.</summary>
public class HistogramTests
{
    private const long Largest = (1L << 36) - 1;

    /// <summary>Round trips of all magnitudes, from 0 ns to 68 s.</summary>
    private static readonly Gen<long> Rtt =
        from bits in Gen.Choose(0, 36)
        from low in Gen.Choose(0, int.MaxValue)
        from high in Gen.Choose(0, 31)
        select (((long)high << 31) | (uint)low) & ((1L << bits) - 1);

    private static readonly Arbitrary<long> AnyRtt = Rtt.ToArbitrary();
    private static readonly Arbitrary<long[]> AnyRtts = Rtt.NonEmptyListOf()
        .Select(values => values.ToArray())
        .ToArbitrary();

    private static Histogram Of(params long[] values)
    {
        var histogram = new Histogram();
        foreach (var value in values)
            histogram.Record(value);
        return histogram;
    }

    /// <summary>Values outside count at the ends.</summary>
    [Fact]
    public void Index_is_that_of_the_protocol() =>
        Assert.All<(long Value, int Index)>(
            [
                (0, 0),
                (1023, 1023),
                (1024, 1024),
                (2047, 2047),
                (2048, 2048),
                (2049, 2048),
                (4096, 3072),
                (Largest, 27_647),
                (-1, 0),
                (long.MinValue, 0),
                (Largest + 1, 27_647),
                (long.MaxValue, 27_647),
            ],
            row => Assert.Equal(row.Index, Histogram.IndexOf(row.Value))
        );

    [Fact]
    public void Index_follows_the_protocols_formula() =>
        Prop.ForAll(
                AnyRtt,
                v =>
                {
                    var shift = Math.Max(0, (v == 0 ? 0 : (int)Math.Floor(Math.Log2(v))) - 10);
                    return Histogram.IndexOf(v) == (shift << 10) + (v >> shift);
                }
            )
            .Holds();

    [Fact]
    public void A_value_is_known_to_1_in_1024() =>
        Prop.ForAll(AnyRtt, v => Math.Abs(Histogram.MidpointNs(Histogram.IndexOf(v)) - v) <= v / 1024.0).Holds();

    [Fact]
    public void Each_index_is_that_of_its_own_midpoint()
    {
        for (var index = 0; index < 27_648; index++)
            Assert.Equal(index, Histogram.IndexOf((long)Histogram.MidpointNs(index)));
    }

    [Fact]
    public void Percentiles_are_those_of_the_sorted_values() =>
        Prop.ForAll(
                AnyRtts,
                Gen.Choose(0, 1000).ToArbitrary(),
                (values, perMille) =>
                {
                    var rank = Math.Max(1, (perMille * values.Length + 999) / 1000);
                    var exact = values.Order().ElementAt(rank - 1);
                    return Math.Abs(Of(values).PercentileNs(perMille / 1000.0) - exact) <= exact / 1024.0;
                }
            )
            .Holds();

    [Fact]
    public void Of_a_thousand_values_the_percentile_is_that_value() =>
        Assert.All<(double Q, double Value)>(
            [(0.5, 500), (0.9, 900), (0.99, 990), (0.999, 999), (0, 1), (1, 1000)],
            row => Assert.Equal(row.Value, Of([.. Enumerable.Range(1, 1000).Select(v => (long)v)]).PercentileNs(row.Q))
        );

    [Fact]
    public void The_mean_is_known_to_1_in_1024() =>
        Prop.ForAll(AnyRtts, values => Math.Abs(Of(values).MeanNs - values.Average()) <= values.Average() / 1024 + 1e-6)
            .Holds();

    [Fact]
    public void Merging_is_recording_all() =>
        Prop.ForAll(
                AnyRtts,
                AnyRtts,
                (a, b) =>
                {
                    var merged = Of(a);
                    merged.Add(Of(b));
                    var all = Of([.. a, .. b]);
                    return merged.ToSparse().SequenceEqual(all.ToSparse())
                        && merged.Count == all.Count
                        && merged.PercentileNs(0.5) == all.PercentileNs(0.5);
                }
            )
            .Holds();

    [Fact]
    public void Recording_a_count_is_recording_that_often_and_an_empty_histogram_has_no_figures()
    {
        var histogram = new Histogram();
        Assert.Equal(0, histogram.Count);
        Assert.Equal(double.NaN, histogram.PercentileNs(0.5));
        Assert.Equal(double.NaN, histogram.MeanNs);
        Assert.Empty(histogram.ToSparse());
        histogram.Record(12_345, 3);
        Assert.Equal(Of(12_345, 12_345, 12_345).ToSparse(), histogram.ToSparse());
    }

    [Fact]
    public void The_sparse_form_reads_back() =>
        Prop.ForAll(
                AnyRtts,
                values =>
                    Histogram.FromSparse(Of(values).ToSparse()) is var read
                    && read.Count == values.Length
                    && read.ToSparse().SequenceEqual(Of(values).ToSparse())
            )
            .Holds();

    [Fact]
    public void Malformed_counts_are_refused() =>
        Assert.All<long[]>(
            [
                [5],
                [5, 0],
                [5, -1],
                [-1, 1],
                [27_648, 1],
                [5, 1, 5, 1],
                [6, 1, 5, 1],
                [5, 1, 6],
                [5, 1, long.MaxValue, 1],
                [5, long.MaxValue],
                [5, BoundedLong.MaxValue, 6, 1],
            ],
            sparse =>
                Assert.Contains(
                    "malformed at element",
                    Assert.Throws<PingmarkException>(() => Histogram.FromSparse(sparse)).Message
                )
        );

    [Fact]
    public void Whatever_arrives_is_read_or_refused() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<long[]>(),
                sparse =>
                {
                    try
                    {
                        return Histogram.FromSparse(sparse).ToSparse().SequenceEqual(sparse);
                    }
                    catch (PingmarkException)
                    {
                        return true;
                    }
                }
            )
            .Holds();
}
