using System.Text.Json;
using Xunit.Abstractions;

namespace Pingmark.EndToEndTests.ByHand;

/// <summary>Sixteen generators on four machines: more than the cores here should be asked for by each run of the
/// tests.</summary>
[Trait("Layer", "by-hand")]
[Trait("Gate", "no")]
public sealed class ManyGeneratorsTests(ITestOutputHelper output) : CommandLineUser
{
    private const int Generators = 16;

    [SkippableFact]
    public async Task Counts_add_up_and_one_that_is_killed_is_named()
    {
        using var machines = new SshMachines(["c", "d"]);
        Skip.If(machines.Lacks is not null, machines.Lacks);
        string[] Words(string run) =>
            Line(
                $"run suite.yaml -v --out {run} --ssh-config {machines.Config} --hosts {machines.Hosts} --server here "
                    + "--clients left,right,c,d"
            );
        Suite(durationS: 1, rounds: 3);
        var whole = (await RunAsync(Words("whole"))).Exits(0).Prints($"{Generators} generators began within");
        foreach (var trial in File.ReadLines(Folder["whole/trials.jsonl"]))
            Tell(JsonDocument.Parse(trial).RootElement.GetProperty("unbroken"));
        output.WriteLine(Line(whole.Output, "generators began within"));

        Suite(durationS: 4, rounds: 1);
        await using var run = await StartAsync(Words("lost"));
        await run.UntilAsync(() => machines.AtWork.Count == Generators);
        Signals.Send(machines.AtWork[^1].Pid, Signals.Kill);
        var lost = (await run.EndAsync()).Exits(1).Prints($"of {Generators} generators 1 were lost");
        Assert.Equal("ok", Summary("lost").GetProperty("cells")[0].Text("status"));
        Tell(
            JsonDocument.Parse(File.ReadLines(Folder["lost/trials.jsonl"]).Single()).RootElement.GetProperty("unbroken")
        );
        output.WriteLine(Line(lost.Output, "were lost"));
    }

    /// <summary>Of one that is lost the server has counted what nobody else has.</summary>
    private void Tell(JsonElement unbroken)
    {
        var (answered, server) = (unbroken.Number("answered"), unbroken.GetProperty("server").Number("messages"));
        var generators = unbroken.GetProperty("generators");
        output.WriteLine($"answered {answered}, the server's count {server}; {generators.GetRawText()}");
        Assert.True(answered > 0 && answered <= server);
        if (!generators.TryGetProperty("lost", out var lost) || lost.GetArrayLength() == 0)
            Assert.Equal(server, answered);
    }

    private static string Line(string text, string words) =>
        text.Split('\n').First(line => line.Contains(words, StringComparison.Ordinal)).Trim();

    private void Suite(int durationS, int rounds) =>
        Folder.Write(
            "suite.yaml",
            $"stacks: [cpp/tcp-epoll]\nwarmup: 100ms\nduration: {durationS}s\nrounds: {rounds}\nbudget: 1m\n"
                + $"connections: 2\ngenerators: {Generators}\n"
        );
}
