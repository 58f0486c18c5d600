namespace Pingmark.Worker.Kit.Tests;

/// <summary>What each library makes of a message is as long as asked, and is found intact or not.</summary>
public sealed class SerializersTests
{
    private const long Ms = Clock.Millisecond;

    public static TheoryData<string> Libraries => [.. Serializers.Names.Except(Payload.Blocks)];

    private static string Reason(string kind, int bodyBytes, bool isEchoed = true) =>
        Assert.Throws<UnsupportedException>(() => Serializers.PayloadOf(kind, bodyBytes, 0, isEchoed)).Message;

    private static int Least(string kind) => int.Parse(Reason(kind, 16).Split(' ')[^3], null);

    private static byte[] Body(Payload payload, uint sequence, int bytes)
    {
        var body = new byte[bytes];
        payload.Write(sequence, body);
        Assert.Equal(sequence, BitConverter.ToUInt32(body));
        return body;
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Every_length_is_made_exactly_and_read_again(string kind)
    {
        var least = Least(kind);
        int[] more = [1_400, 16_384, 16_385, 32_768, Constants.MaxBodyBytes - 1];
        foreach (var bytes in Enumerable.Range(least, 600).Concat(more))
        {
            var payload = Serializers.PayloadOf(kind, bytes, 0, isEchoed: true).Share();
            foreach (var sequence in new uint[] { 0, 1, 15, 511, 123_456_789, uint.MaxValue })
            {
                var body = Body(payload, sequence, bytes);
                Assert.True(payload.Content!.Matches(sequence, body.AsSpan(Payload.SequenceBytes)));
                Assert.False(payload.Content.Matches(sequence + 1, body.AsSpan(Payload.SequenceBytes)));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void A_changed_byte_is_found_wherever_it_is(string kind)
    {
        var payload = Serializers.PayloadOf(kind, Least(kind) + 20, 0, isEchoed: true);
        var body = Body(payload, 7, Least(kind) + 20);
        for (var at = Payload.SequenceBytes; at < body.Length; at++)
        {
            body[at] ^= 1;
            Assert.False(payload.Content!.Matches(7, body.AsSpan(Payload.SequenceBytes)), $"byte {at}");
            body[at] ^= 1;
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_answer_that_is_parsed_is_received_or_corrupt(bool isStream)
    {
        var bench = new Bench(isStream, 1, 1, 400, lostAfterNs: 100 * Ms, payload: "json");
        bench.Begin(new Window(0, Window.Unlimited, Window.Unlimited, 0));
        bench.Echo(Ms, 0);
        bench.Answer(2 * Ms, 0, new Bench.Reply(1, Flaw: "payload"));
        bench.Echo(3 * Ms, 2);
        Assert.Equal([0u, 1u, 2u, 3u], bench.Sends.Select(sent => sent.Sequence));
        var result = bench.Result();
        Assert.Equal((3, 1), (result.Int("received"), result.Int("corrupt")));
    }

    [Fact]
    public void Blocks_are_not_parsed() =>
        Assert.All(Payload.Blocks, kind => Assert.Null(Serializers.PayloadOf(kind, 28, 4, isEchoed: false).Content));

    [Fact]
    public void What_can_not_be_is_told_with_the_reason()
    {
        Assert.Equal($"payload xml: this worker has {string.Join(", ", Serializers.Names)}", Reason("xml", 1_000));
        Assert.Equal("payload json: not with one_way or snapshots", Reason("json", 1_000, isEchoed: false));
    }
}
