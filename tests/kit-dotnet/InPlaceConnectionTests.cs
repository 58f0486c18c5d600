namespace Pingmark.Worker.Kit.Tests;

/// <summary>What goes through a connection's buffers where both ends share memory, and what does not.</summary>
public sealed class InPlaceConnectionTests
{
    private const int MessageBytes = 32;
    private static readonly Window Always = new(0, Window.Unlimited, Window.Unlimited, 0);

    private static Bench Begun(int inFlight, int ringBytes)
    {
        var bench = new Bench(
            isStream: true,
            connections: 1,
            inFlight,
            MessageBytes,
            lostAfterNs: 100 * Clock.Millisecond,
            ringBytes: ringBytes
        );
        bench.Begin(Always);
        return bench;
    }

    private static void HasSentAndReceived(Bench bench, uint sent, int received)
    {
        Assert.Equal(Enumerable.Range(0, (int)sent), bench.Sends.Select(s => (int)s.Sequence));
        var result = bench.Result();
        Assert.Equal((received, 0), (result.Int("received"), result.Int("corrupt")));
    }

    [Fact]
    public void Nothing_is_copied_of_whole_messages()
    {
        var bench = Begun(inFlight: 1, ringBytes: 1 << 10);
        for (var sequence = 0u; sequence < 20; sequence++)
            bench.Echo(sequence + 1, sequence);
        HasSentAndReceived(bench, sent: 21, received: 20);
        Assert.Equal((21 * MessageBytes, 20 * MessageBytes), (bench.Memory.ComposedInPlace, bench.Memory.TakenInPlace));
    }

    /// <summary>A ring that is no whole number of messages: every third or fourth lies in two pieces.</summary>
    [Fact]
    public void What_lies_in_two_pieces_goes_through_the_buffers()
    {
        var bench = Begun(inFlight: 2, ringBytes: 100);
        for (var sequence = 0u; sequence < 40; sequence += 2)
            bench.Echo(sequence + 1, sequence, sequence + 1);
        HasSentAndReceived(bench, sent: 42, received: 40);
        Assert.InRange(bench.Memory.ComposedInPlace, 1, 42 * MessageBytes - 1);
        Assert.InRange(bench.Memory.TakenInPlace, 1, 40 * MessageBytes - 1);
    }

    [Fact]
    public void An_answer_that_arrives_in_parts_is_taken_when_it_is_whole()
    {
        var bench = Begun(inFlight: 1, ringBytes: 1 << 10);
        var answer = new Bench.Reply(0).Bytes(bench.Lane.Payload, MessageBytes, isStream: true);
        bench.Receive(1, answer[..5]);
        Assert.Single(bench.Sends);
        bench.Receive(2, answer[5..]);
        HasSentAndReceived(bench, sent: 2, received: 1);
    }
}
