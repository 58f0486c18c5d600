namespace Pingmark.EndToEndTests;

/// <summary>Several client workers, of one server or spread over several, that are compared in paired slices: real
/// ones, on this machine.</summary>
[Trait("Gate", "no")]
public sealed class GeneratorTests : CommandLineUser
{
    [SkippableTheory]
    [InlineData("cpp/tcp-epoll, cpp/tcp-poll", "generators")]
    [InlineData("cpp/tcp-epoll, cpp/unix", "servers")]
    public async Task They_share_the_slices_of_two_stacks_and_their_counts_add_up(string stacks, string several)
    {
        await WorkersHere.NeedAsync("cpp/sockets");
        // Of so long a slice clocks that a busy machine tells badly are known well enough.
        Folder.Write(
            "suite.yaml",
            $"stacks: [{stacks}]\n{several}: 2\nconnections: 2\nslice: 500ms\nwarmup: 20ms\nduration: 2s\nrounds: 1\n"
        );
        (await RunAsync("run", "suite.yaml", "--out", "run")).Exits(0);
        Assert.All(Summary("run").Cells(), SummaryChecks.IsHealthy);
        PairedSlices.AreCountedByBothSides(this, generators: 2);
    }
}
