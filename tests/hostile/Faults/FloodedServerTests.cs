using System.Text.Json;

namespace Pingmark.Hostile.Tests.Faults;

[Trait("Gate", "no")]
public sealed class FloodedServerTests : CommandLineUser
{
    /// <summary>No other socket of this machine is bound to it while tests are run.</summary>
    private const string Address = "127.0.0.77";

    [SkippableFact]
    [Fault(
        "somebody floods the server of a cell",
        "the cell says who and how much; withheld from 1 % on",
        1,
        10,
        IsTimedByTest = true
    )]
    public async Task A_run_tells_who_floods_its_server()
    {
        await WorkersHere.NeedStackAsync("cpp/udp");
        Folder.Write(
            "suite.yaml",
            $"stacks: [cpp/udp]\naddress: {Address}\nduration: 200ms\nwarmup: 50ms\nrounds: 1\n"
        );
        using var flood = new Flood(Address);
        (await RunAsync("run", "suite.yaml", "--out", "run"))
            .Exits(1)
            .Within(10)
            .Prints(
                "the trial is withheld: somebody else sends to this server's port",
                $"the last from {flood.Sender}"
            );
        var cell = Assert.Single(Summary("run").Cells());
        Assert.Equal("invalid", cell.Text("status"));
        using var trial = JsonDocument.Parse(await File.ReadAllTextAsync(Folder["run/trials.jsonl"]));
        var strangers = trial.RootElement.GetProperty("strangers");
        Assert.InRange(strangers.Number("rejected"), 1, flood.Sent);
        Assert.Equal($"{flood.Sender}", strangers.Text("last"));
    }
}
