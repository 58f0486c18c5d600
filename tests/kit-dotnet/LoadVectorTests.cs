using System.Text.Json;

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

    private const string Once = ",\"rate_per_s\":1";

    [Fact]
    public void Messages_are_due_when_the_vectors_say_after_any_origin() =>
        Assert.All(
            Shared.Vectors("loads"),
            vector =>
            {
                const long Origin = 1_000_000_007;
                var load = Load(vector, vector.Int("connections")).Make(vector.Int("connection"), Origin);
                var due = new List<long>();
                for (var left = vector.Int("messages"); left > 0; left--, load.Sent())
                    due.Add(load.Due - Origin);
                Assert.Equal(vector.GetProperty("first_ns").Longs(), due.Take(8));
                Assert.Equal((vector.Long("last_ns"), vector.Long("sum_ns")), (due[^1], due.Sum()));
            }
        );

    [Fact]
    public void What_no_recording_is_is_unsupported()
    {
        LoadPlan Read(string gaps) => Load($"\"load\":\"replay\",\"gaps_ns\":\"{gaps}\"", 1);
        string Gaps(int count) => string.Join(' ', Enumerable.Repeat(1000, count));
        Assert.All<string>(
            ["", " ", "1  2", "1 ", "-1", "1,2", "0 0", "99", "3600000000001", "3600000000000 1", Gaps(5001)],
            gaps => Assert.Throws<UnsupportedException>(() => Read(gaps))
        );
        Assert.NotNull(Read(Gaps(5000)));
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

    [Fact]
    public void A_preflood_fits_into_the_buffers()
    {
        LoadPlan Read(int messages, int unreadBytes) =>
            Preflood.Read(
                Request.Parse($$"""{"id":1,"op":"run","preflood":{{messages}}}"""),
                new LoadRoom(1, InFlight: 5, MessageBytes: 1_000, unreadBytes)
            );
        Assert.Equal(Sends.Apart, Read(2, 3_000).Sends);
        Assert.Equal(Sends.Apart, Read(4, 262_144).Sends);
        Assert.All<(int Messages, int UnreadBytes, int Most)>(
            [(3, 3_000, 2), (5, 262_144, 4), (-1, 262_144, 4)],
            row =>
            {
                var refused = Assert.Throws<UnsupportedException>(() => Read(row.Messages, row.UnreadBytes));
                Assert.EndsWith($"the most is {row.Most}", refused.Message, StringComparison.Ordinal);
            }
        );
    }

    [Fact]
    public void Loads_are_of_clients_that_can_make_them()
    {
        IEnumerable<string> Missing(bool isStream, bool keepsTimes, bool takesOneWay) =>
            Loads
                .Names(isStream: true, keepsTimes: true, takesOneWay: true, churns: false)
                .Except(Loads.Names(isStream, keepsTimes, takesOneWay, churns: false));
        Assert.Equal(["write-write-read"], Missing(false, true, true));
        Assert.Equal(["fixed-rate", "replay"], Missing(true, false, true));
        Assert.Equal(["stream"], Missing(true, true, false));
        Assert.Equal(Sends.InParts, Load("\"load\":\"write-write-read\"", 1).Sends);
        Assert.Equal(new Sends(8), Load("\"load\":\"stream\",\"batch\":8", 1, isOneWay: true).Sends);
        Assert.Equal(Sends.Apart, Load("\"load\":\"stream\"", 1, isOneWay: true).Sends);
        Assert.Throws<UnsupportedException>(() => Load("\"load\":\"stream\"", 1));
        Assert.Throws<UnsupportedException>(() => Load("\"load\":\"closed\"", 1, isOneWay: true));
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
}
