using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>A network that drops one datagram in twenty of each direction: what is reliable stays so, what isn't says
/// how much it lost, and nobody falls silent.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class LossTests
{
    private const int Connections = 64,
        InFlight = 2,
        MessageBytes = 256,
        MostWindows = 20;
    private const double Dropped = 0.05;

    private static readonly string[] Datagrams =

        [
            "cpp/udp-spin",
            "java/udp-spin",
            "dotnet/udp-spin",
            "java/netty-udp",
            "cpp/asio-udp",
            "dotnet/netcoreserver-udp",
        ],
        Libraries = ["cpp/enet", "dotnet/enet", "dotnet/enet-csharp", "dotnet/litenetlib", "dotnet/kcp2k"];

    public static TheoryData<string> ReliableStacks => new(Libraries);

    public static TheoryData<string> UnreliableStacks => new([.. Datagrams, .. Libraries]);

    [SkippableTheory]
    [MemberData(nameof(ReliableStacks))]
    public async Task A_reliable_stack_delivers_every_message_once_and_in_order(string stack)
    {
        const int messages = 10_000;
        await using var path = await ConnectAsync(stack, "reliable", lostAfter: TimeSpan.FromSeconds(30));
        path.Relay.Drop(Dropped);
        var result = await path.RunAsync(messages);
        Assert.Equal(messages, result.Number("received"));
        AreZero(result, "lost", "late", "duplicated", "reordered", "corrupt", "silent_connections");
        Assert.All(path.Relay.DatagramLosses, share => Assert.InRange(share, Dropped / 2, Dropped * 2));
    }

    [SkippableTheory]
    [MemberData(nameof(UnreliableStacks))]
    public async Task An_unreliable_stack_reports_the_loss_that_there_was(string stack)
    {
        await using var path = await ConnectAsync(stack, "unreliable", lostAfter: TimeSpan.FromMilliseconds(100));
        path.Relay.Drop(Dropped);
        var result = await path.RunAsync(messages: 10_000);
        AreZero(result, "duplicated", "reordered", "corrupt", "silent_connections");
        // What came late was dropped by nobody: the machine was busy.
        var reported = (double)(result.Number("lost") - result.Number("late")) / result.Number("sent");
        Assert.InRange(reported, path.Relay.RoundTripLoss - 0.005, path.Relay.RoundTripLoss + 0.005);
        await NobodyStallsAsync(path);
    }

    /// <summary>A connection that died of the loss stays silent when there is none any more. One whose thread in the
    /// relay waited for a core for longer than a message may take is silent in a window, and not in all.</summary>
    private static async Task NobodyStallsAsync(LossyPath path)
    {
        path.Relay.Drop(0);
        var windows = new List<JsonElement>();
        do windows.Add(await path.RunAsync(messages: 100 * Connections));
        while (windows[^1].Number("silent_connections") > 0 && windows.Count < MostWindows);
        AreZero(windows[^1], "silent_connections");
    }

    private static async Task<LossyPath> ConnectAsync(string stack, string transmission, TimeSpan lostAfter)
    {
        await WorkersHere.NeedStackAsync(stack);
        return await LossyPath.ConnectAsync(stack, transmission, Connections, InFlight, MessageBytes, lostAfter);
    }

    private static void AreZero(JsonElement result, params string[] counts) =>
        Assert.All(counts, count => Assert.True(result.Number(count) == 0, $"{count}: {result}"));
}
