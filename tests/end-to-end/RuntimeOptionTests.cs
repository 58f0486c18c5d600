namespace Pingmark.EndToEndTests;

/// <summary>Options of a runtime reach its workers, which tell what they run with.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class RuntimeOptionTests : CommandLineUser
{
    [Theory]
    [InlineData("java/tcp-nio", "java: ['-XX:+UseParallelGC']", "PS MarkSweep, PS Scavenge")]
    [InlineData("dotnet/tcp-async", "dotnet: ['gcServer=1']", "server")]
    [InlineData("dotnet/tcp-async", "dotnet: ['gcConcurrent=0']", "workstation, not concurrent")]
    public async Task The_collector_is_the_one_that_was_asked_for(string stack, string options, string said)
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

    /// <summary>Or their first slices are measured before their code is optimized: docs/method.md.</summary>
    [SkippableTheory]
    [MemberData(nameof(WorkersOfNet))]
    public async Task Workers_of_NET_count_calls_from_the_start(string worker)
    {
        await WorkersHere.NeedAsync(worker);
        // One of each version of .NET for which it has been built.
        var configurations = Directory.GetFiles(
            Path.Combine(Repository.Workers, worker, "bin", "Release"),
            "pingmark-*.runtimeconfig.json",
            SearchOption.AllDirectories
        );
        Assert.NotEmpty(configurations);
        Assert.All(
            from configuration in configurations
            from option in new[] { "CallCountingDelayMs\": 0", "CallCountThreshold\": 4" }
            select (configuration, option),
            each =>
                Assert.Contains(
                    $"\"System.Runtime.TieredCompilation.{each.option}",
                    File.ReadAllText(each.configuration),
                    StringComparison.Ordinal
                )
        );
    }

    public static TheoryData<string> WorkersOfNet =>
        new(WorkersHere.Names.Where(name => name.StartsWith("dotnet/", StringComparison.Ordinal)));
}
