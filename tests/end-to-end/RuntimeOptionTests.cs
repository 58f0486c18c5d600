using Pingmark.Workers;

namespace Pingmark.EndToEndTests;

/// <summary>Options and versions of a runtime reach its workers, which tell what they run with.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class RuntimeOptionTests : CommandLineUser
{
    private static readonly WorkerCatalog Workers = WorkerCatalog.Load(Repository.Tree);

    [Theory]
    [InlineData("java/tcp-nio", "java: ['-XX:+UseParallelGC']", "PS MarkSweep, PS Scavenge")]
    [InlineData("dotnet/tcp-async", "dotnet: ['gcServer=1']", "server")]
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

    [SkippableTheory]
    [InlineData("java/tcp-nio", " VM VERSION")]
    [InlineData("dotnet/tcp-async", ".NET VERSION.")]
    public async Task A_stack_is_measured_on_two_versions(string stack, string said)
    {
        await WorkersHere.NeedStackAsync(stack);
        var manifest = Workers.Find(stack);
        // Only what is built: a test waits for no package source.
        var versions = manifest
            .Versions!.Names.Where(version => WorkerCatalog.Check(Workers.Find($"{stack}@{version}")).IsAvailable)
            .ToList();
        Skip.If(versions.Count < 2, $"of {manifest.Versions.Title} fewer than two are built or installed");
        string[] two = [versions[0], versions[^1]];
        var cells = await this.MeasureAsync(
            [stack],
            $"messages: 100\nruntime: {{{manifest.Runtime}: [{string.Join(", ", two)}]}}"
        );
        Assert.Equal(two, cells.Select(cell => cell.Text("stack").Split('@')[1]));
        foreach (var (cell, version) in cells.Zip(two))
        foreach (var side in new[] { "server", "client" })
            Assert.Contains(said.Replace("VERSION", version), cell.GetProperty("versions").Text(side));
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
        foreach (var text in configurations.Select(File.ReadAllText))
        foreach (var option in new[] { "CallCountingDelayMs\": 0", "CallCountThreshold\": 4" })
            Assert.Contains($"\"System.Runtime.TieredCompilation.{option}", text);
    }

    public static TheoryData<string> WorkersOfNet =>
        new(WorkersHere.Names.Where(name => name.StartsWith("dotnet/", StringComparison.Ordinal)));
}
