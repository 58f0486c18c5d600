using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>When messages are due.</summary>
public sealed class LoadVectorTests
{
    private static readonly string[] Expectations =
    [
        "first_ns",
        "messages",
        "last_ns",
        "sum_ns",
        "connections",
        "connection",
        "steps",
        "at_once",
    ];

    [Fact]
    public void Messages_are_due_when_the_vectors_say()
    {
        foreach (var vector in Shared.Vectors("loads"))
        {
            var load = Load(vector, vector.Int("connections")).Make(vector.Int("connection"), 0);
            var due = Times(load, vector.Int("messages"));
            Assert.Equal(vector.GetProperty("first_ns").Longs(), due.Take(8));
            Assert.Equal(vector.Long("last_ns"), due[^1]);
            Assert.Equal(vector.Long("sum_ns"), due.Sum());
        }
    }

    [Fact]
    public void The_connections_of_a_uniform_load_are_one_even_stream() =>
        Prop.ForAll(
                Gen.Choose(1, 10_000_000).ToArbitrary(),
                Gen.Choose(1, 50).ToArbitrary(),
                (rate, connections) =>
                {
                    var plan = Load($"\"load\":\"fixed-rate\",\"rate_per_s\":{rate}", connections);
                    var all = Enumerable
                        .Range(0, connections)
                        .SelectMany(c => Times(plan.Make(c, 0), 20))
                        .Order()
                        .ToList();
                    return all.Select((due, k) => due - (long)((Int128)k * 1_000_000_000 / rate))
                        .All(difference => difference is >= -1 and <= 1);
                }
            )
            .Holds();

    [Fact]
    public void The_origin_moves_all_times_alike() =>
        Prop.ForAll(
                Gen.Choose(1, 1_000_000).ToArbitrary(),
                ArbMap.Default.ArbFor<bool>(),
                (origin, isPoisson) =>
                {
                    var arrivals = isPoisson ? "poisson" : "uniform";
                    var plan = Load($"\"load\":\"fixed-rate\",\"rate_per_s\":977,\"arrivals\":\"{arrivals}\"", 3);
                    return Times(plan.Make(2, origin), 30)
                        .SequenceEqual(Times(plan.Make(2, 0), 30).Select(due => due + origin));
                }
            )
            .Holds();

    [Fact]
    public void Closed_sends_as_soon_as_there_is_a_slot()
    {
        var plan = Load("\"load\":\"closed\"", 1);
        var load = plan.Make(0, 5);
        load.Sent();
        load.Ended();
        Assert.False(plan.IsTimed);
        Assert.Equal(Kit.Load.AtOnce, load.Due);
    }

    [Theory]
    [InlineData(
        "\"load\":\"tide\"",
        "load tide: batch, closed, fixed-rate, preflood, replay, stream, write-write-read"
    )]
    [InlineData("\"load\":\"fixed-rate\",\"rate_per_s\":0", "rate_per_s 0: 1 to 10000000")]
    [InlineData("\"load\":\"fixed-rate\",\"rate_per_s\":10000001", "rate_per_s 10000001: 1 to 10000000")]
    [InlineData(
        "\"load\":\"fixed-rate\",\"rate_per_s\":1,\"arrivals\":\"late\"",
        "arrivals late: uniform, poisson or bursts"
    )]
    [InlineData("\"load\":\"fixed-rate\",\"rate_per_s\":1,\"arrivals\":\"bursts\",\"burst\":0", "burst 0: 1 to 65536")]
    [InlineData("\"load\":\"fixed-rate\",\"rate_per_s\":1,\"burst\":2", "unknown field burst in run")]
    [InlineData("\"load\":\"fixed-rate\",\"rate_per_s\":1,\"seed\":-1", "seed -1: 0 to 2147483647")]
    [InlineData("\"load\":\"batch\",\"batch\":0", "batch 0: 1 to 65536")]
    [InlineData("\"load\":\"batch\",\"batch\":65537", "batch 65537: 1 to 65536")]
    [InlineData("\"load\":\"closed\",\"rate_per_s\":1", "unknown field rate_per_s in run")]
    public void What_a_load_does_not_have_is_unsupported(string fields, string reason) =>
        Assert.Equal(reason, Assert.Throws<UnsupportedException>(() => Load(fields, 1)).Message);

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("1  2")]
    [InlineData("1 ")]
    [InlineData("-1")]
    [InlineData("1,2")]
    [InlineData("0 0")]
    [InlineData("99")]
    [InlineData("3600000000001")]
    [InlineData("3600000000000 1")]
    public void What_no_recording_is_is_unsupported(string gaps) =>
        Assert.Throws<UnsupportedException>(() => Load($"\"load\":\"replay\",\"gaps_ns\":\"{gaps}\"", 1));

    [Theory]
    [InlineData("")]
    [InlineData("8")]
    [InlineData("8 8 8")]
    [InlineData("8 7")]
    [InlineData("8 33")]
    [InlineData("8 x")]
    public void Sizes_fit_the_recording_and_the_connection(string sizes)
    {
        var room = Room(1) with { MessageBytes = 32 };
        LoadPlan Read(string text, LoadRoom of) =>
            Replay.Read(Request.Parse($$"""{"id":1,"op":"run","gaps_ns":"1000 1000","sizes_bytes":"{{text}}"}"""), of);
        Assert.Throws<UnsupportedException>(() => Read(sizes, room));
        Assert.True(Read("8 32", room).HasSizes);
        Assert.Throws<UnsupportedException>(() => Read("8 32", room with { TakesSizes = false }));
    }

    [Fact]
    public void Recordings_have_a_greatest_length()
    {
        string Gaps(int count) => string.Join(' ', Enumerable.Repeat(1000, count));
        Assert.NotNull(Load($"\"load\":\"replay\",\"gaps_ns\":\"{Gaps(5000)}\"", 1));
        Assert.Throws<UnsupportedException>(() => Load($"\"load\":\"replay\",\"gaps_ns\":\"{Gaps(5001)}\"", 1));
    }

    [Fact]
    public void Exchanges_go_on_as_the_vectors_say()
    {
        foreach (var vector in Shared.Read("vectors/loads.json").GetProperty("exchanges").EnumerateArray())
        {
            var load = Load(vector, 1).Make(0, 0);
            var atOnce = Digit();
            foreach (var step in vector.Text("steps"))
            {
                if (step == 's')
                    load.Sent();
                else
                    load.Ended();
                atOnce += Digit();
            }
            Assert.Equal(vector.Text("at_once"), atOnce);

            string Digit() => load.Due == Kit.Load.AtOnce ? "1" : "0";
        }
    }

    [Theory]
    [InlineData(2, 3_000, true)]
    [InlineData(3, 3_000, false)]
    [InlineData(4, 262_144, true)]
    [InlineData(5, 262_144, false)]
    [InlineData(-1, 262_144, false)]
    public void A_preflood_fits_into_the_buffers(int messages, int unreadBytes, bool fits)
    {
        var request = Request.Parse($$"""{"id":1,"op":"run","preflood":{{messages}}}""");
        var room = new LoadRoom(1, InFlight: 5, MessageBytes: 1_000, unreadBytes);
        if (fits)
            Assert.Equal(Sends.Apart, Preflood.Read(request, room).Sends);
        else
            Assert.Contains(
                "the most is ",
                Assert.Throws<UnsupportedException>(() => Preflood.Read(request, room)).Message
            );
    }

    [Fact]
    public void Parts_are_of_streams()
    {
        Assert.Equal(Sends.InParts, Load("\"load\":\"write-write-read\"", 1).Sends);
        Assert.DoesNotContain(
            "write-write-read",
            Loads.Names(isStream: false, keepsTimes: true, takesOneWay: true, churns: false)
        );
        Assert.DoesNotContain(
            FixedRate.Name,
            Loads.Names(isStream: true, keepsTimes: false, takesOneWay: true, churns: false)
        );
    }

    [Fact]
    public void A_stream_is_of_clients_that_are_connected_for_it()
    {
        Assert.Equal(new Sends(8), Load("\"load\":\"stream\",\"batch\":8", 1, isOneWay: true).Sends);
        Assert.Equal(Sends.Apart, Load("\"load\":\"stream\"", 1, isOneWay: true).Sends);
        Assert.Throws<UnsupportedException>(() => Load("\"load\":\"stream\"", 1));
        Assert.Throws<UnsupportedException>(() => Load("\"load\":\"closed\"", 1, isOneWay: true));
        Assert.DoesNotContain(
            "stream",
            Loads.Names(isStream: true, keepsTimes: true, takesOneWay: false, churns: false)
        );
    }

    [Fact]
    public void A_stack_offers_some_loads_only()
    {
        var request = Request.Parse("""{"id":1,"op":"run","load":"fixed-rate","rate_per_s":1}""");
        var refused = Assert.Throws<UnsupportedException>(() => Loads.Read(request, [Closed.Name], Room(1)));
        Assert.Equal("load fixed-rate: closed", refused.Message);
    }

    /// <summary>The load that a vector names.</summary>
    internal static LoadPlan Load(JsonElement vector, int connections, bool isOneWay = false, bool hasTicks = false) =>
        Load(
            string.Join(
                ',',
                vector
                    .EnumerateObject()
                    .Where(f => !Expectations.Contains(f.Name))
                    .Select(f => $"\"{f.Name}\":{f.Value.GetRawText()}")
            ),
            connections,
            isOneWay,
            hasTicks
        );

    private static LoadPlan Load(string fields, int connections, bool isOneWay = false, bool hasTicks = false)
    {
        var request = Request.Parse($$"""{"id":1,"op":"run",{{fields}}}""");
        var offered = Loads.Names(isStream: true, keepsTimes: true, takesOneWay: true, churns: false, hasTicks);
        var room = Room(connections) with { IsOneWay = isOneWay, HasTicks = hasTicks };
        var plan = Loads.Read(request, offered, room);
        request.RefuseTheRest();
        return plan;
    }

    /// <summary>Its messages have the size of those of vectors.</summary>
    private static LoadRoom Room(int connections) =>
        new(connections, Constants.MaxInFlight, MessageBytes: 32, Constants.MaxPrefloodBytes);

    private static List<long> Times(Load load, int count)
    {
        var times = new List<long>();
        for (; times.Count < count; load.Sent())
            times.Add(load.Due);
        return times;
    }
}
