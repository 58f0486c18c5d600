namespace Pingmark.EndToEndTests;

/// <summary>Several client workers of one server that are compared in paired slices: real ones, on this
/// machine.</summary>
[Trait("Gate", "no")]
public sealed class GeneratorTests : CommandLineUser
{
    private const int Generators = 2;

    [SkippableFact]
    public async Task They_share_the_slices_of_two_stacks_and_their_counts_add_up()
    {
        await WorkersHere.NeedAsync("cpp/sockets");
        // Of so long a slice clocks that a busy machine tells badly are known well enough.
        Folder.Write(
            "suite.yaml",
            $"stacks: [cpp/tcp-epoll, cpp/tcp-poll]\ngenerators: {Generators}\nconnections: 2\nslice: 500ms\n"
                + "warmup: 20ms\nduration: 2s\nrounds: 1\n"
        );
        (await RunAsync("run", "suite.yaml", "--out", "run")).Exits(0);
        Assert.All(Summary("run").Cells(), SummaryChecks.IsHealthy);
        PairedSlices.AreCountedByBothSides(this, Generators);
    }
}
