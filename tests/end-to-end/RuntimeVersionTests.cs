using Pingmark.Workers;

namespace Pingmark.EndToEndTests;

/// <summary>A stack in several versions of its runtime, each with a row of its own.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class RuntimeVersionTests : CommandLineUser
{
    private static readonly WorkerCatalog Workers = WorkerCatalog.Load(Repository.Tree);

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
        Skip.If(versions.Count < 2, $"of {manifest.Versions.Title} there are built or installed: {Listed(versions)}");
        var runtime = $"runtime: {{{manifest.Runtime}: [{versions[0]}, {versions[^1]}]}}";
        var cells = await this.MeasureAsync([stack], $"messages: 100\n{runtime}");
        Assert.Equal(
            new[] { versions[0], versions[^1] },
            cells.Select(cell => cell.Text("stack").Split('@')[1]),
            StringComparer.Ordinal
        );
        Assert.All(
            from cell in cells
            from side in new[] { "server", "client" }
            select (Version: cell.Text("stack").Split('@')[1], Said: cell.GetProperty("versions").Text(side)),
            each =>
                Assert.Contains(
                    said.Replace("VERSION", each.Version, StringComparison.Ordinal),
                    each.Said,
                    StringComparison.Ordinal
                )
        );
    }

    [SkippableFact]
    public async Task A_version_that_is_missing_is_told_beside_those_that_are_measured()
    {
        const string stack = "java/tcp-nio";
        await WorkersHere.NeedStackAsync(stack);
        var versions = Workers
            .Find(stack)
            .Versions!.Names.ToLookup(version => WorkerCatalog.Check(Workers.Find($"{stack}@{version}")).IsAvailable);
        Skip.If(!versions[true].Any() || !versions[false].Any(), "no version is there, or all are");
        var (there, missing) = (versions[true].First(), versions[false].First());
        (await this.RunSuiteAsync([$"{stack}@{missing}", $"{stack}@{there}"], "messages: 100"))
            .Exits(0)
            .Complains($"Java {missing} is not installed")
            .Complains("PINGMARK_JAVA=");
        Assert.Equal(["unavailable", "ok"], Summary("run").Cells().Select(cell => cell.Text("status")));
    }

    private static string Listed(IReadOnlyList<string> versions) =>
        versions.Count == 0 ? "none" : string.Join(", ", versions);
}
