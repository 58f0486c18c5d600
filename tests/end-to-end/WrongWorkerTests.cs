using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Workers of tests/conformance/WrongWorkers that speak the protocol well and spoil a measurement all the
/// same: a run catches them by what the kernel says of them.</summary>
[Trait("Gate", "no")]
public sealed class WrongWorkerTests : CommandLineUser
{
    private const string Stack = "wrong/tcp-threads",
        Neighbour = "cpp/tcp-epoll";

    [SkippableFact]
    public async Task Slices_beside_a_worker_that_works_while_it_should_wait_are_measured_again()
    {
        await MeasureAsync("works-while-it-should-wait");
        // A right worker's collector or compiler may disturb one or two.
        var right = Trial(Neighbour);
        var slices = right.GetProperty("slice_rates_per_s").GetArrayLength();
        Assert.InRange(right.Number("repeated_slices"), slices / 2, int.MaxValue);
    }

    private async Task MeasureAsync(string fault)
    {
        await WorkersHere.NeedStackAsync(Neighbour);
        var manifest = new
        {
            name = "wrong/worker",
            about = $"A worker that is wrong: {fault}",
            runtime = "dotnet",
            stacks = new[] { Stack },
            inputs = Array.Empty<string>(),
            output = Path.Combine(AppContext.BaseDirectory, "pingmark-wrong-workers.dll"),
            start = new[] { "dotnet", "{output}", fault },
        };
        Folder.Write("workers/worker/worker.json", JsonSerializer.Serialize(manifest));
        MoreWorkers = Folder["workers"];
        await this.RunSuiteAsync([Neighbour, Stack], "duration: 800ms");
    }

    /// <summary>Of the cell of a stack, in the run's only round.</summary>
    private JsonElement Trial(string stack) =>
        this.Trials().Single(trial => trial.Text("cell").StartsWith(stack, StringComparison.Ordinal));
}
