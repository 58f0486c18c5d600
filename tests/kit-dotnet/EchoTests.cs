using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>What a server answers.</summary>
public sealed class EchoTests
{
    private const string TokenHex = "000102030405060708090a0b0c0d0e0f";
    private static readonly Token Token = Token.Read(
        Request.Parse($$"""{"id":1,"op":"listen","token":"{{TokenHex}}"}""")
    )!;

    private readonly Server _server = new();

    /// <summary>However the stream is cut into receives.</summary>
    [Fact]
    public void A_stream_is_answered_as_the_vectors_say() =>
        Prop.ForAll(
                Gen.Choose(1, 700).ToArbitrary(),
                partBytes =>
                {
                    foreach (var vector in Shared.Vectors("frames"))
                    {
                        var server = new Server();
                        using var echo = new StreamEcho(Token, server, () => { });
                        byte[] sent = [Token.HelloBytes, 0, 0, 0, .. Token.Hello];
                        sent = [.. sent, .. Convert.FromHexString(vector.Text("sent"))];
                        var echoed = new List<byte>();
                        var isOpen = true;
                        for (var at = 0; at < sent.Length && isOpen; at += partBytes)
                            isOpen = Receive(echo, sent.AsSpan(at, Math.Min(partBytes, sent.Length - at)), echoed);
                        var badFrames = vector.Long("bad_frames");
                        Assert.Equal(badFrames, server.BadFrames);
                        Assert.Equal(badFrames == 0, isOpen);
                        var expected = "04000000" + "504d4f4b" + vector.Text("echoed");
                        var seen = Convert.ToHexStringLower([.. echoed]);
                        // What came with a bad frame may go with its connection.
                        if (badFrames == 0)
                            Assert.Equal((expected, vector.Long("messages")), (seen, server.Messages));
                        else
                            Assert.StartsWith(seen, expected, StringComparison.Ordinal);
                    }
                }
            )
            .Holds();

    /// <summary>What it does not take is received, as on any stream.</summary>
    [Fact]
    public void Whole_messages_pass_from_where_they_lie_and_are_counted()
    {
        using var echo = new StreamEcho(Token, _server, () => { });
        byte[] frame = [5, 0, 0, 0, 1, 2, 3, 4, 5];
        Assert.Equal(0, echo.CountEchoableBytes(frame));
        Assert.True(Receive(echo, [Token.HelloBytes, 0, 0, 0, .. Token.Hello], []));
        Assert.Equal(2 * frame.Length, echo.CountEchoableBytes([.. frame, .. frame, .. frame[..8]]));
        Assert.Equal(frame.Length, echo.CountEchoableBytes([.. frame, 3, 0, 0, 0, 1, 2, 3, 4]));
        Assert.Equal((3, 0), (_server.Messages, _server.BadFrames));
        Assert.True(Receive(echo, frame.AsSpan(0, 6), []));
        Assert.Equal(0, echo.CountEchoableBytes(frame));
        using var oneWay = new StreamEcho(Token, _server, () => { });
        Assert.True(Receive(oneWay, [24, 0, 0, 0, .. OneWayHello(2)], []));
        Assert.Equal(0, oneWay.CountEchoableBytes(frame));
    }

    [Fact]
    public void A_stream_that_goes_one_way_is_acknowledged_as_the_vectors_say()
    {
        foreach (var vector in Shared.Vectors("one_way"))
        {
            var server = new Server();
            using var echo = new StreamEcho(Token, server, () => { });
            var answer = new List<byte>();
            Assert.True(Receive(echo, [24, 0, 0, 0, .. OneWayHello(vector.Int("part"))], answer));
            Assert.Equal("04000000504d4f4b", Convert.ToHexStringLower([.. answer]));
            var isOpen = true;
            foreach (
                var (received, expected) in vector
                    .GetProperty("receives")
                    .EnumerateArray()
                    .Zip(vector.GetProperty("answers").EnumerateArray())
            )
            {
                answer.Clear();
                isOpen = Receive(echo, Convert.FromHexString(received.GetString()!), answer);
                Assert.Equal(expected.GetString(), Convert.ToHexStringLower([.. answer]));
            }
            Assert.Equal(
                (vector.Long("messages"), vector.Long("bad_frames"), vector.Long("bad_frames") == 0),
                (server.Messages, server.BadFrames, isOpen)
            );
        }
    }

    private static byte[] OneWayHello(int part) => [.. Token.Hello, .. BitConverter.GetBytes(part)];

    [Fact]
    public void Who_sends_one_way_waits_for_the_hellos_answer() =>
        Assert.All<int>(
            [0, 3, 65_537, -1, 2],
            part =>
            {
                var server = new Server();
                using var echo = new StreamEcho(Token, server, () => { });
                byte[] tooSoon = [24, 0, 0, 0, .. OneWayHello(part), 4, 0, 0, 0, 1, 2, 3, 4];
                Assert.False(Receive(echo, tooSoon, []));
                Assert.Equal(1, server.Rejected);
            }
        );

    [Fact]
    public void Datagrams_that_go_one_way_are_counted_and_acknowledged()
    {
        var echo = new DatagramEcho(Token, _server);
        var peer = new Peer(1, 2, 3, 4);
        for (var hellos = 0; hellos < 2; hellos++)
            Assert.True(echo.Answer(OneWayHello(2), in peer).SequenceEqual(Token.Answer));
        Assert.True(echo.Answer(new byte[32], in peer).IsEmpty);
        byte[] asking = [1, 0, 0, 0, .. new byte[28]];
        Assert.Equal("010000000200000000000000", Convert.ToHexStringLower(echo.Answer(asking, in peer)));
        Assert.True(echo.Answer(new byte[11], in peer).IsEmpty);
        Assert.Equal((2, 1, 1), (_server.Messages, _server.BadFrames, _server.Connections));
        Assert.True(echo.Answer(Token.Hello, in peer).SequenceEqual(Token.Answer));
        Assert.True(echo.Answer(asking, in peer).SequenceEqual(asking));
        Assert.Equal(1, _server.Connections);
    }

    private static bool Receive(StreamEcho echo, ReadOnlySpan<byte> part, List<byte> echoed)
    {
        part.CopyTo(echo.ReceiveSpan);
        if (!echo.Arrived(part.Length))
            return false;
        while (echo.HasOutgoing)
        {
            echoed.Add(echo.OutgoingSpan[0]);
            echo.Sent(1);
        }
        return true;
    }

    [Fact]
    public void For_one_peer_too_many_the_oldest_is_forgotten()
    {
        var echo = new DatagramEcho(Token, _server);
        for (var i = 0u; i <= Constants.KnownDatagramPeers; i++)
            echo.Answer(Token.Hello, new Peer(i, 0, 0, 0));
        Assert.True(echo.Answer([1, 2, 3, 4], new Peer(0, 0, 0, 0)).IsEmpty);
        Assert.False(echo.Answer([1, 2, 3, 4], new Peer(1, 0, 0, 0)).IsEmpty);
        Assert.Equal(Constants.KnownDatagramPeers, _server.Connections);
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task Who_owns_all_connections_is_told_to_end_them()
    {
        var order = _server.OrderToEndAll();
        var echo = new MessageEcho(Token, _server);
        var owner = Task.Run(() =>
        {
            SpinWait.SpinUntil(() => order.IsGiven);
            echo.Dispose();
            order.Done();
        });
        _server.Disconnect();
        await owner.WaitAsync(TimeSpan.FromMinutes(5));
        Assert.Equal((0, false), (_server.Connections, order.IsGiven));
    }

    [Fact]
    public void The_messages_of_ended_connections_stay_counted()
    {
        var (first, second) = (_server.Opened(), _server.Opened());
        first.Add(3);
        second.Add(4);
        _server.Ended(first);
        _server.Ended(first);
        Assert.Equal((7, 1), (_server.Messages, _server.Connections));
    }
}
