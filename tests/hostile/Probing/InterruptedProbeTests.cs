namespace Pingmark.Hostile.Tests.Probing;

[Trait("Gate", "no")]
public sealed class InterruptedProbeTests : CommandLineUser
{
    private const double Soon = 2;

    public static TheoryData<string> Rows =>
        [
            "tcp, length-le: answers later than it is measured for",
            "tcp, length-le: accepts and nothing else",
            "tcp, length-le: sends answers to nothing without end",
            "tcp, length-le: never accepts",
            "udp: answers every second one",
        ];

    /// <summary>What it had counted by then is a unit's matter, which knows when counting begins.</summary>
    [SkippableTheory]
    [MemberData(nameof(Rows))]
    [Fault(
        "Ctrl-C while `probe` measures a server that is slow, silent, or floods",
        "it ends with the figures up to then, if any, and leaves nothing",
        130,
        2,
        IsTimedByTest = true
    )]
    public async Task It_ends_at_once_and_leaves_nothing(string row)
    {
        await WorkersHere.NeedStackAsync("cpp/tcp-epoll");
        var wrong = StreamWrongs.All.Concat(DatagramWrongs.All).Single(it => it.Row == row);
        using var peer = wrong.Start();
        var transport = wrong.Framing is null ? "udp" : "tcp";
        await using var command = await StartAsync("probe", $"{transport}://{peer.EndPoint}", "--duration", "60s");
        await command.UntilAsync(() => command.Worker("sockets") is not null);
        command.Signal(Signals.Interrupt);
        await command.UntilNothingIsLeftAsync(Soon);
        (await command.EndAsync(Soon)).Exits(130);
    }
}
