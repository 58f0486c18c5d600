using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>Histograms, payloads and frames are those of all kits.</summary>
public sealed class HistogramTests
{
    private static List<long> Sparse(Histogram histogram) =>
        [.. Shared.Written(json => histogram.WriteSparse(json, "h")).GetProperty("h").Longs()];

    [Fact]
    public void Histograms_add_up_and_are_empty_when_cleared() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<PositiveInt[]>(),
                ArbMap.Default.ArbFor<PositiveInt[]>(),
                (first, second) =>
                {
                    using var both = new Histogram();
                    using var one = new Histogram();
                    using var other = new Histogram();
                    foreach (var value in first)
                        one.Record(value.Get * 1_000L);
                    foreach (var value in second)
                        other.Record(value.Get * 1_000L);
                    foreach (var value in first.Concat(second))
                        both.Record(value.Get * 1_000L);
                    one.Add(other);
                    Assert.Equal((both.Total, both.Sum, both.Max), (one.Total, one.Sum, one.Max));
                    Assert.Equal(Sparse(both), Sparse(one));
                    one.Clear();
                    Assert.Equal((0, 0, 0), (one.Total, one.Sum, one.Max));
                    Assert.Empty(Sparse(one));
                }
            )
            .Holds();

    [Fact]
    public void A_changed_byte_anywhere_is_noticed() =>
        Prop.ForAll(
                Gen.Choose(0, int.MaxValue).ToArbitrary(),
                Gen.Choose(8, 200).ToArbitrary(),
                Gen.Choose(4, 199).ToArbitrary(),
                (sequence, bytes, at) =>
                {
                    var payload = new Payload("random");
                    var body = new byte[bytes];
                    payload.Write((uint)sequence, body);
                    var isWhole = payload.Matches((uint)sequence, body);
                    body[4 + (at - 4) % (bytes - 4)] ^= 0x40;
                    return isWhole && !payload.Matches((uint)sequence, body);
                }
            )
            .Holds();
}
