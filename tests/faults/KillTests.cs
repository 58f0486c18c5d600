using System.Text.Json;
using Xunit;

namespace Pingmark.FaultTests;

/// <summary>Death at the worst moments: no process survives, and what was finished stays readable.</summary>
public class KillTests
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(2);

    [Fact]
    public async Task AKilledControllerLeavesNoWorkerNotEvenAFrozenOne()
    {
        using var folder = new TemporaryFolder();
        await using var run = CommandLineRun.Start(Args(folder, "cpp/tcp-spin,java/tcp-spin,dotnet/tcp-spin"));
        await run.SaysAsync("round 2/");
        Assert.True(run.Processes().Count > 1 || !run.Errors.Contains("round 3/", StringComparison.Ordinal));
        CommandLineRun.Signal(run.Pid, "KILL");
        await run.AssertNothingLeftAsync(Soon);
        await AssertReadableAsync(folder["out"]);
    }

    [Theory]
    [InlineData("server")]
    [InlineData("client")]
    public async Task AKilledWorkerFailsItsCellAndTheOthersAreMeasured(string side)
    {
        using var folder = new TemporaryFolder();
        await using var run = CommandLineRun.Start(Args(folder, "cpp/tcp-epoll,java/tcp-nio,dotnet/tcp-async"));
        await run.SaysAsync("round 2/");
        var victims = await WorkersAsync(run, "pingmark-java-sockets");
        CommandLineRun.Signal(side == "server" ? victims[0] : victims[^1], "KILL");
        Assert.Equal(1, await run.ExitAsync());
        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder["out"], "summary.json")));
        var cells = summary.RootElement.GetProperty("cells").EnumerateArray().ToDictionary(c => c.GetProperty("stack").GetString()!, c => c.GetProperty("status").GetString());
        Assert.Equal("failed", cells["java/tcp-nio"]);
        Assert.Equal("ok", cells["cpp/tcp-epoll"]);
        Assert.Equal("ok", cells["dotnet/tcp-async"]);
        await run.AssertNothingLeftAsync(Soon);
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task AnInterruptLeavesAPartialReport(string signal)
    {
        using var folder = new TemporaryFolder();
        await using var run = CommandLineRun.Start(Args(folder, "cpp/tcp-spin,cpp/tcp-epoll"));
        await run.SaysAsync("round 3/");
        CommandLineRun.Signal(run.Pid, signal);
        Assert.Equal(130, await run.ExitAsync());
        Assert.Contains("nterrupted", await run.OutputAsync());
        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder["out"], "summary.json")));
        Assert.True(summary.RootElement.GetProperty("interrupted").GetBoolean());
        await run.AssertNothingLeftAsync(Soon);
    }

    [Fact]
    public async Task AFullDiskIsSaidAndEarlierTrialsAreKept()
    {
        using var folder = new TemporaryFolder();
        await using var run = CommandLineRun.Start(Args(folder, "cpp/tcp-epoll,cpp/tcp-threads"));
        await run.SaysAsync("round 2/");
        var trials = Path.Combine(folder["out"], "trials.jsonl");
        File.Move(trials, trials + ".kept");
        File.CreateSymbolicLink(trials, "/dev/full");
        Assert.Equal(1, await run.ExitAsync());
        Assert.Contains("can't be written", run.Errors);
        File.Delete(trials);
        File.Move(trials + ".kept", trials);
        await AssertReadableAsync(folder["out"]);
    }

    private static string[] Args(TemporaryFolder folder, string stacks) =>
        ["run", "floor", "--stacks", stacks, "--set", "duration=300ms", "--rounds", "8", "--out", folder["out"]];

    /// <summary>Workers start after their round was announced.</summary>
    private static async Task<IReadOnlyList<int>> WorkersAsync(CommandLineRun run, string text)
    {
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(5));
        using var limit = new CancellationTokenSource(CommandLineRun.Longest);
        IReadOnlyList<int> workers;
        while ((workers = run.Workers(text)).Count < 2)
            await tick.WaitForNextTickAsync(limit.Token);
        return workers;
    }

    private static async Task AssertReadableAsync(string folder)
    {
        var report = await CommandLineRun.ToEndAsync("report", folder, "--json");
        using var summary = JsonDocument.Parse(report.Output);
        Assert.All(summary.RootElement.GetProperty("cells").EnumerateArray(), cell => Assert.Equal(1, Math.Min(1, cell.GetProperty("rounds").GetInt32())));
    }
}
