namespace Pingmark.Hostile.Tests.Probing;

/// <summary>`probe` against servers that do one thing wrong each: it ends by its duration and some seconds, says what
/// happened, and counts each kind.</summary>
[Trait("Gate", "no")]
public sealed class MisbehavingServerTests : CommandLineUser
{
    /// <summary>A connection (3 s), two contacts (1 s each), a warm-up with its waits, what is measured, and the start
    /// of three processes.</summary>
    private const double LongestSeconds = 12,
        Soon = 2;

    public static TheoryData<string> Rows => [.. Wrongs.All.Select(wrong => wrong.Row)];

    public MisbehavingServerTests()
    {
        Variables["PINGMARK_ACCEPT_NOISE"] = "1";
        Variables["PINGMARK_LONGEST_WARM_UP_MS"] = "300";
    }

    [SkippableTheory]
    [MemberData(nameof(Rows))]
    public async Task A_probe_says_what_a_server_does(string row)
    {
        await WorkersHere.NeedStackAsync("cpp/tcp-epoll");
        var wrong = Wrongs.All.Single(it => it.Row == row);
        using var peer = wrong.Start();
        var result = (await RunAsync(wrong.Words(peer.EndPoint))).Exits(wrong.ExitCode).Within(LongestSeconds);
        var said = result.Errors + result.Output;
        Assert.All(wrong.Says, text => Assert.Contains(text, said, StringComparison.Ordinal));
        Assert.DoesNotContain("   at Pingmark.", said, StringComparison.Ordinal);
        if (result.Output.Length > 0)
            wrong.Counts(result.Json);
    }

    [SkippableFact]
    public async Task A_silence_is_told_before_it_ends()
    {
        await WorkersHere.NeedStackAsync("cpp/tcp-epoll");
        using var peer = Wrongs.All.Single(it => it.Row == "tcp, length-le: accepts and nothing else").Start();
        await using var command = await StartAsync("probe", $"tcp://{peer.EndPoint}");
        await command.UntilAsync(() =>
            command.Errors.Contains(
                "first answers are missing after 1 s: waits for them until",
                StringComparison.Ordinal
            )
        );
        command.Signal(Signals.Interrupt);
        (await command.EndAsync(Soon)).Exits(130);
    }

    [SkippableTheory]
    [InlineData("tcp, length-le: accepts and nothing else")]
    [InlineData("tcp, length-le: sends answers to nothing without end")]
    public async Task Ctrl_C_ends_it_at_once_and_leaves_nothing(string row)
    {
        await WorkersHere.NeedStackAsync("cpp/tcp-epoll");
        using var peer = Wrongs.All.Single(it => it.Row == row).Start();
        await using var command = await StartAsync("probe", $"tcp://{peer.EndPoint}", "--duration", "60s");
        await command.UntilAsync(() => command.Worker("sockets") is not null);
        command.Signal(Signals.Interrupt);
        await command.UntilNothingIsLeftAsync(Soon);
        (await command.EndAsync(Soon)).Exits(130);
    }
}
