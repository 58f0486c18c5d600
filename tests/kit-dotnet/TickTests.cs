namespace Pingmark.Worker.Kit.Tests;

/// <summary>Whom a server sends snapshots, and which.</summary>
public sealed class TickTests
{
    private const int RateHz = 1_000,
        SnapshotBytes = 64;
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(5);
    private static readonly Token Token = Token.Read(
        Request.Parse("""{"id":1,"op":"listen","token":"000102030405060708090a0b0c0d0e0f"}""")
    )!;
    private static readonly Peer Asking = new(1, 2, 3, 4),
        Silent = new(1, 2, 3, 5),
        Other = new(1, 2, 3, 6);

    private readonly Server _server = new();

    private static byte[] Hello(int rateHz) =>
        [.. Token.Hello, .. BitConverter.GetBytes(rateHz), .. BitConverter.GetBytes(SnapshotBytes)];

    private static bool IsAnswered(DatagramEcho echo, int rateHz, in Peer peer) =>
        echo.Answer(Hello(rateHz), in peer).SequenceEqual(Token.Answer);

    [Fact]
    public void A_datagram_peer_that_asked_is_sent_snapshots_as_long_as_it_sends_inputs()
    {
        var echo = new DatagramEcho(Token, _server, sendsUnasked: true);
        Assert.False(IsAnswered(echo, 0, Asking));
        Assert.True(IsAnswered(echo, RateHz, Asking));
        Assert.True(IsAnswered(echo, RateHz, Asking));
        Assert.True(IsAnswered(echo, RateHz, Silent));
        Assert.False(IsAnswered(echo, RateHz / 2, Other));
        Assert.Equal((2, 2, Ticker.Never), (_server.Connections, echo.SharingPeers, echo.WaitNs));

        Assert.Equal(32, echo.Answer(new byte[32], Asking).Length);
        var sent = new List<(byte[] Datagram, Peer To)>();
        SendTo send = (datagram, in to) => sent.Add((datagram.ToArray(), to));
        for (var end = DateTime.UtcNow + Deadline; sent.Count < 3 && DateTime.UtcNow < end; )
            echo.SendDue(send);
        Assert.Equal(3, sent.Count);
        var first = BitConverter.ToUInt32(sent[0].Datagram);
        var payload = new Payload("random");
        for (var i = 0u; i < sent.Count; i++)
        {
            var (datagram, to) = sent[(int)i];
            Assert.Equal((Asking, SnapshotBytes), (to, datagram.Length));
            Assert.Equal(first + i, BitConverter.ToUInt32(datagram));
            Assert.True(
                payload
                    .Of(first + i, SnapshotBytes - TickPlan.HeadBytes)
                    .SequenceEqual(datagram.AsSpan(TickPlan.HeadBytes))
            );
        }
        Assert.Equal(3, _server.Snapshots);

        _server.Disconnect();
        Assert.True(echo.Answer(new byte[32], Asking).IsEmpty);
        Assert.Equal((0, Ticker.Never), (_server.Connections, echo.WaitNs));
        Assert.True(IsAnswered(echo, RateHz / 2, Other));
    }

    [Fact]
    public void A_peer_that_says_a_plain_hello_is_echoed_to_alone()
    {
        var echo = new DatagramEcho(Token, _server, sendsUnasked: true);
        Assert.True(IsAnswered(echo, RateHz, Asking));
        Assert.True(echo.Answer(Token.Hello, Asking).SequenceEqual(Token.Answer));
        Assert.Equal(32, echo.Answer(new byte[32], Asking).Length);
        Assert.Equal((1, Ticker.Never), (_server.Connections, echo.WaitNs));
    }

    [Fact]
    public void A_peer_that_asks_for_something_else_begins_anew()
    {
        var echo = new DatagramEcho(Token, _server, sendsUnasked: true);
        bool SendsOneWay(int part) =>
            echo.Answer([.. Token.Hello, .. BitConverter.GetBytes(part)], Asking).SequenceEqual(Token.Answer);
        int Arrives(int sequence) => echo.Answer([.. BitConverter.GetBytes(sequence), .. new byte[28]], Asking).Length;

        Assert.True(SendsOneWay(2));
        Assert.Equal(12, Arrives(1));
        Assert.True(SendsOneWay(4));
        Assert.Equal((0, 12), (Arrives(1), Arrives(3)));
        Assert.True(IsAnswered(echo, RateHz, Asking));
        Assert.Equal(32, Arrives(3));
        Assert.True(IsAnswered(echo, RateHz / 2, Asking));
        Assert.True(SendsOneWay(2));
        Assert.Equal((1, 1, Ticker.Never), (_server.Connections, echo.SharingPeers, echo.WaitNs));
    }

    [Fact]
    public void A_server_that_can_not_send_unasked_answers_nobody_who_asks_for_it() =>
        Assert.False(IsAnswered(new DatagramEcho(Token, new Server()), RateHz, Asking));

    [Fact]
    [Trait("Gate", "no")]
    public async Task Connections_with_flows_of_their_own_await_the_same_ticks()
    {
        var ticks = new TickFlow();
        using StreamEcho first = Recipient(ticks),
            second = Recipient(ticks);
        var tick = ticks.Next;
        Input(first);
        var ticksSeen = new List<long>();
        for (; ticksSeen.Count < 3; tick = tick.After!)
        {
            var snapshot = await tick.Made.WaitAsync(Deadline);
            ticksSeen.Add(snapshot.Tick);
            Assert.False(second.TakeSnapshot(snapshot));
            Assert.True(first.TakeSnapshot(snapshot));
            Assert.False(first.TakeSnapshot(snapshot));
            Assert.True(first.OutgoingSpan.SequenceEqual(snapshot.Message));
            first.Sent(SnapshotBytes);
            Assert.False(first.HasOutgoing);
        }
        Assert.Equal([ticksSeen[0], ticksSeen[0] + 1, ticksSeen[0] + 2], ticksSeen);
    }

    [Fact]
    public void A_librarys_connection_that_asked_is_sent_snapshots_by_the_transmission_of_its_inputs()
    {
        var ticks = new MessageTicks(Token, _server);
        var sent = new List<(int Connection, byte[] Message, bool IsReliable)>();
        MessageEcho Connect(int connection) =>
            ticks.NewEcho((message, isReliable) => sent.Add((connection, message.ToArray(), isReliable)));
        using MessageEcho asking = Connect(1),
            silent = Connect(2),
            plain = Connect(3),
            other = Connect(4);
        Assert.True(asking.Answer(Hello(RateHz)).SequenceEqual(Token.Answer));
        Assert.True(silent.Answer(Hello(RateHz)).SequenceEqual(Token.Answer));
        Assert.True(plain.Answer(Token.Hello).SequenceEqual(Token.Answer));
        Assert.True(other.Answer(Hello(RateHz / 2)).IsEmpty);
        Assert.Equal((true, 1, Ticker.Never), (other.IsRejected, _server.Rejected, ticks.WaitNs));

        Assert.Equal(32, plain.Answer(new byte[32], isReliable: true).Length);
        foreach (var isReliable in new[] { true, false })
        {
            sent.Clear();
            Assert.Equal(32, asking.Answer(new byte[32], isReliable).Length);
            for (var end = DateTime.UtcNow + Deadline; sent.Count < 2 && DateTime.UtcNow < end; )
                ticks.SendDue();
            Assert.Equal([(1, isReliable), (1, isReliable)], sent.Select(one => (one.Connection, one.IsReliable)));
            Assert.All(sent, one => Assert.Equal(SnapshotBytes, one.Message.Length));
            Assert.Equal(BitConverter.ToUInt32(sent[0].Message) + 1, BitConverter.ToUInt32(sent[1].Message));
        }
        Assert.Equal(4, _server.Snapshots);

        asking.Dispose();
        Assert.NotEqual(Ticker.Never, ticks.WaitNs);
        silent.Dispose();
        Assert.Equal(Ticker.Never, ticks.WaitNs);
    }

    [Fact]
    public void A_library_that_can_not_send_unasked_turns_away_who_asks_for_it()
    {
        using var echo = new MessageEcho(Token, new Server());
        Assert.True(echo.Answer(Hello(RateHz)).IsEmpty);
        Assert.True(echo.IsRejected);
    }

    private static StackDescription Library { get; } =
        new("a", "b", IsStream: false, Spins: false, "c", StackDescription.MemoryBound)
        {
            IsReliable = true,
            MaxMessageBytes = 1_000,
            MaxReliableMessageBytes = 2_000,
            TakesSnapshots = true,
            Options = [StackOption.ClientThreads],
        };

    [Fact]
    public void Snapshots_are_of_the_size_of_their_transmission_and_for_one_lane() =>
        Assert.All<(string Transmission, int Bytes, int Threads, string? Refusal)>(
            [
                ("unreliable", 1_000, 1, null),
                ("unreliable", 1_001, 1, "snapshot_bytes 1001: a takes 20 to 1000"),
                ("reliable", 2_000, 1, null),
                ("reliable", 2_001, 1, "snapshot_bytes 2001: a takes 20 to 2000"),
                ("reliable", 64, 2, "snapshots: one lane takes them all, and client_threads is 2"),
            ],
            row =>
            {
                var request = Request.Parse(
                    $$"""
                    {"id":1,"op":"connect","address":"127.0.0.1","port":1,"token":"000102030405060708090a0b0c0d0e0f",
                     "transmission":"{{row.Transmission}}","client_threads":{{row.Threads}},
                     "snapshot_rate_hz":50,"snapshot_bytes":{{row.Bytes}}}
                    """
                );
                Assert.Equal(row.Refusal, Record.Exception(() => ConnectPlan.From(request, Library))?.Message);
            }
        );

    private static StreamEcho Recipient(TickFlow ticks)
    {
        var echo = new StreamEcho(Token, new Server(), () => { });
        echo.EnableTicks(ticks);
        Receive(echo, Hello(RateHz));
        Assert.True(echo.IsRecipient);
        echo.Sent(echo.OutgoingSpan.Length);
        return echo;
    }

    private static void Input(StreamEcho echo)
    {
        Receive(echo, new byte[28]);
        echo.Sent(echo.OutgoingSpan.Length);
    }

    private static void Receive(StreamEcho echo, byte[] body)
    {
        byte[] frame = [.. BitConverter.GetBytes(body.Length), .. body];
        frame.CopyTo(echo.ReceiveSpan);
        Assert.True(echo.Arrived(frame.Length));
    }
}
