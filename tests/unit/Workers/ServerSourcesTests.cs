using System.Runtime.CompilerServices;
using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Tests.Results;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>The files that a report shows as a stack's server.</summary>
public sealed class ServerSourcesTests : IDisposable
{
    private static readonly WorkerCatalog OfTheTree = WorkerCatalog.Load(Root());

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_manifest_names_them_for_each_stack()
    {
        _folder.Write("workers/l/x/server.l", "one\ntwo\n");
        _folder.Write("workers/l/kit/loop.l", "loop\n");
        var manifest = WorkerManifest.Load(
            _folder.Write(
                "workers/l/x/worker.json",
                """
                {"name": "l/x", "runtime": "l", "stacks": ["l/a", "l/b"], "output": "o", "start": [],
                 "sources": {"l/a": ["server.l", "../kit/loop.l"]}}
                """
            )
        );
        var sources = WorkerSources.ReadSources(manifest, "l/a@2");
        Assert.Equal(["workers/l/x/server.l", "workers/l/kit/loop.l"], sources.Select(source => source.File));
        Assert.Equal((2, "loop\n"), (sources[0].Lines, sources[1].Text));
        Assert.Empty(WorkerSources.ReadSources(manifest, "l/b"));
    }

    [Fact]
    public void Those_of_the_tree_are_files_of_stacks_that_there_are()
    {
        foreach (var manifest in OfTheTree.Manifests)
        {
            Assert.Subset(manifest.Stacks.ToHashSet(), manifest.Sources.Keys.ToHashSet());
            Assert.All(manifest.Sources.Keys, stack => Assert.NotEmpty(WorkerSources.ReadSources(manifest, stack)));
        }
    }

    [Fact]
    public void Each_server_of_a_suite_about_servers_has_some() =>
        Assert.All<string>(
            ["runtimes", "runtimes-udp"],
            suite =>
            {
                var text = File.ReadAllText(Path.Combine(Root(), "suites", $"{suite}.yaml"));
                var servers = OfTheTree.Stacks.Where(stack => text.Contains($"stack: {stack},"));
                Assert.NotEmpty(servers);
                Assert.All(servers, stack => Assert.NotEmpty(WorkerSources.ReadSources(OfTheTree.Find(stack), stack)));
            }
        );

    /// <summary>Else a worker would be started that was never built, and end without a word.</summary>
    [Fact]
    public void What_a_build_makes_is_none_of_its_sources() =>
        Assert.All(
            OfTheTree.Manifests.Where(manifest => manifest.Build.Count > 0),
            manifest => Assert.False(manifest.Inputs.Contains(manifest.Output), manifest.Name)
        );

    [Fact]
    public void A_run_keeps_them_where_one_client_measures_several_servers()
    {
        var machine = FakeMachine.With("x/a", "x/b");
        IReadOnlyList<Cell> ofOne = [.. machine.Cells.Select(cell => cell with { Client = "x/a" })];
        Assert.Equal(["x/a", "x/b"], ServerSources.Find(ofOne, new Telling()).Keys.Order());
        Assert.Empty(ServerSources.Find(machine.Cells, new Telling()));
        Assert.Empty(ServerSources.Find([ofOne[0]], new Telling()));
    }

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "..", "..", ".."));

    private sealed class Telling : IWorkerStarter
    {
        public IReadOnlyList<StackSource> SourcesOf(string stack) => [new($"{stack}.l", "one\n")];

        public Task<Worker> StartAsync(
            string stack,
            string role,
            IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
            string? cpus,
            CancellationToken cancel
        ) => throw new NotSupportedException();
    }
}
