namespace Pingmark.EndToEndTests;

/// <summary>Options of a runtime reach its workers, which tell what they run with.</summary>
public sealed class RuntimeOptionTests : CommandLineUser
{
    [Theory]
    [InlineData("-XX:+UseSerialGC", "Copy, MarkSweepCompact")]
    [InlineData("-XX:+UseParallelGC", "PS MarkSweep, PS Scavenge")]
    [InlineData("-XX:+UseG1GC", "G1 Young Generation, G1 Old Generation")]
    public Task The_collector_of_Java_is_the_one_that_was_asked_for(string option, string said) =>
        IsVisibleAsync("java/tcp-nio", $"java: ['{option}']", said);

    [Theory]
    [InlineData("gcServer=1", "server")]
    [InlineData("gcServer=0", "workstation, concurrent")]
    [InlineData("gcConcurrent=0", "workstation, not concurrent")]
    public Task The_collector_of_NET_is_the_one_that_was_asked_for(string option, string said) =>
        IsVisibleAsync("dotnet/tcp-async", $"dotnet: ['{option}']", said);

    /// <summary>Or their first slices are measured before their code is optimized: docs/methodology.md.</summary>
    [Fact]
    public async Task Workers_of_NET_count_calls_from_the_start()
    {
        var built = (await RunAsync("build"))
            .Exits(0)
            .Output.Split('\n')
            .Where(line =>
                line.StartsWith("dotnet/", StringComparison.Ordinal)
                && line.EndsWith(": built", StringComparison.Ordinal)
            )
            .ToList();
        Assert.NotEmpty(built);
        foreach (var worker in built.Select(line => line.Split(':')[0]))
        {
            var configuration = Assert.Single(
                Directory.GetFiles(
                    Path.Combine(Repository.Workers, worker, "bin", "Release"),
                    "pingmark-*.runtimeconfig.json",
                    SearchOption.AllDirectories
                )
            );
            Assert.Contains(
                "\"System.Runtime.TieredCompilation.CallCountingDelayMs\": 0",
                File.ReadAllText(configuration),
                StringComparison.Ordinal
            );
        }
    }

    private async Task IsVisibleAsync(string stack, string options, string said)
    {
        // With one core only .NET has no server collector.
        var cell = Assert.Single(
            await this.MeasureAsync(
                [$"{{stack: {stack}, runtime_options: {{{options}}}}}"],
                "pin: {server: all, client: all}\nmessages: 100"
            )
        );
        Assert.All(
            ["server", "client"],
            side => Assert.Contains($"({said}", cell.GetProperty("versions").Text(side), StringComparison.Ordinal)
        );
    }
}
