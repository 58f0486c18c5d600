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
    public void Generated_values_fall_where_the_vectors_say()
    {
        foreach (var vector in Shared.Vectors("histogram"))
        {
            var fields = $"\"seed\":{vector.Long("seed")},\"count\":{vector.Long("count")}";
            var request = $$"""{"id":1,"op":"vector","name":"histogram",{{fields}}}""";
            var sparse = Shared
                .Written(Vectors.Answer(Request.Parse(request)))
                .GetProperty("histogram")
                .Longs()
                .ToList();
            Assert.Equal(vector.Long("entries"), sparse.Count / 2);
            Assert.Equal(vector.GetProperty("first").Longs(), sparse.Take(16));
            Assert.Equal(vector.GetProperty("last").Longs(), sparse.TakeLast(16));
            var text = string.Concat(sparse.Chunk(2).Select(entry => $"{entry[0]}:{entry[1]},"));
            Assert.Equal(vector.Text("sha256"), Shared.Sha256(text));
        }
    }

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
    public void Messages_are_those_of_the_vectors()
    {
        foreach (var vector in Shared.Vectors("payload"))
        {
            var request = $$"""
                {"id":1,"op":"vector","name":"payload","payload":"{{vector.Text("payload")}}",
                 "sequence":{{vector.Long("sequence")}},"message_bytes":{{vector.Long("message_bytes")}},
                 "framing":"{{vector.Text("framing")}}"}
                """;
            var hex = Shared.Written(Vectors.Answer(Request.Parse(request))).Text("hex");
            Assert.StartsWith(vector.Text("start"), hex, StringComparison.Ordinal);
            Assert.Equal(vector.Text("sha256"), Shared.Sha256(hex));
        }
    }

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
