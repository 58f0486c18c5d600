using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>One run of real workers in three languages. Whether its figures are valid depends on the machine; what is
/// written does not.</summary>
public sealed class RealRunTests : CommandLineUser
{
    private static readonly string[] Stacks = ["cpp/tcp-epoll", "java/tcp-nio", "dotnet/tcp-async"];

    internal override IReadOnlyList<string> Needs => ["cpp/sockets", "java/sockets", "dotnet/sockets"];

    [SkippableFact]
    public async Task Three_stacks_are_measured_and_their_counts_are_conserved()
    {
        foreach (var stack in Stacks)
            await WorkersHere.NeedStackAsync(stack);
        var result = await this.RunSuiteAsync(Stacks, "duration: 300ms\nbudget: 20s");
        // One: a busy machine makes cells invalid, and says so.
        Assert.True(result.ExitCode is 0 or 1, result.ToString());
        result.Prints(Stacks);
        var summary = Summary("run");
        SummaryChecks.HasTheKeysOfASummary(summary);
        Assert.Equal(Stacks, summary.Cells().Select(cell => cell.Text("stack")));
        Assert.All(
            summary.Cells(),
            cell => Assert.Equal(cell.Number("sent"), cell.Number("received") + cell.Number("lost"))
        );
        Assert.Equal(Stacks.Length + 1, File.ReadLines(Folder["run/results.csv"]).Count());
        var trials = this.Trials();
        Assert.True(trials.Count >= Stacks.Length, result.ToString());
        foreach (var trial in trials)
            if (trial.TryGetProperty("unbroken", out var unbroken) && unbroken.ValueKind is JsonValueKind.Object)
                Assert.Equal(unbroken.Number("sent"), unbroken.Number("received") + unbroken.Number("lost"));
        var page = await File.ReadAllTextAsync(Folder["run/report.html"]);
        Assert.All(Stacks, stack => Assert.Contains(stack, page, StringComparison.Ordinal));
    }
}
