namespace Pingmark.EndToEndTests;

/// <summary>Several servers over which clients are spread: real ones, on this machine.</summary>
[Trait("Gate", "no")]
public sealed class ServersTests : CommandLineUser
{
    [SkippableFact]
    public async Task Clients_are_spread_over_them_and_all_counts_agree()
    {
        await WorkersHere.NeedAsync("cpp/sockets");
        Folder.Write(
            "suite.yaml",
            "stacks: [cpp/tcp-epoll, cpp/unix]\nservers: 2\nconnections: 2\nslice: 500ms\n"
                + "warmup: 20ms\nduration: 2s\nrounds: 1\n"
        );
        (await RunAsync("run", "suite.yaml", "--out", "run")).Exits(0);
        Assert.All(Summary("run").Cells(), SummaryChecks.IsHealthy);
        PairedSlices.AreCountedByBothSides(this, generators: 2);
    }
}
