using Pingmark.Tests.Results;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

public sealed class WorkerCatalogTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private static string Json(string name, string stack) =>
        $$"""{"name": "{{name}}", "runtime": "cpp", "stacks": ["{{stack}}"], "output": "o", "start": ["{output}"]}""";

    [Fact]
    public void Workers_are_found_by_their_manifests_in_the_order_of_their_names()
    {
        Assert.Empty(WorkerCatalog.Load(_folder.Path).Stacks);
        _folder.Write("workers/java/sockets/worker.json", Json("java/sockets", "java/tcp"));
        _folder.Write("workers/cpp/sockets/worker.json", Json("cpp/sockets", "cpp/tcp"));
        _folder.Write("workers/cpp/kit/README", "no worker");
        _folder.Write("workers/README", "no worker");
        var catalog = WorkerCatalog.Load(_folder.Path);
        Assert.Equal(["cpp/sockets", "java/sockets"], catalog.Manifests.Select(m => m.Name));
        Assert.Equal("java/sockets", catalog.Find("java/tcp").Name);
    }

    [Fact]
    public void Folders_outside_the_tree_have_workers_of_their_own()
    {
        _folder.Write("tree/workers/cpp/sockets/worker.json", Json("cpp/sockets", "cpp/tcp"));
        _folder.Write("mine/any/worker.json", Json("cpp/mine", "cpp/mine-tcp"));
        var catalog = WorkerCatalog.Load(Path.Combine(_folder.Path, "tree"), Path.Combine(_folder.Path, "mine"));
        Assert.Equal(["cpp/mine", "cpp/sockets"], catalog.Manifests.Select(m => m.Name));
    }

    [Fact]
    public void A_stack_that_is_unknown_or_in_two_workers_is_an_error()
    {
        var catalog = new WorkerCatalog([Manifests.Of("w", "cpp/tcp", "java/nio")]);
        Assert.Equal(
            "unknown stack 'cpp/tpc'; did you mean 'cpp/tcp'?; `pingmark list stacks` lists them",
            Assert.Throws<BadInputException>(() => catalog.Find("cpp/tpc")).Message
        );
        WorkerManifest[] twice = [Manifests.Of("two", "x/a"), Manifests.Of("one", "x/a")];
        Assert.Equal(
            "stack 'x/a' is in both one and two; ids are unique",
            Assert.Throws<BadInputException>(() => new WorkerCatalog(twice)).Message
        );
    }

    [Fact]
    public void A_worker_is_available_once_it_is_built_and_has_what_it_needs()
    {
        var manifest = Manifests.Of("w", "s") with { Folder = _folder.Path };
        Assert.Equal("w is not built; mend: ./pingmark build w", WorkerCatalog.Check(manifest).ToString());
        _folder.Write("out", "");
        Assert.Equal(Availability.Yes, WorkerCatalog.Check(manifest));
        manifest = manifest with
        {
            Requires = [new() { Command = "sh" }, new() { Command = "no-such-command", Debian = ["it"] }],
        };
        Assert.Equal(
            "no-such-command is not installed; mend: apt-get install it",
            WorkerCatalog.Check(manifest).ToString()
        );
    }

    [Fact]
    public void Debian_packages_are_those_of_unmet_requirements_each_once()
    {
        Requirement Needs(string command, params string[] packages) => new() { Command = command, Debian = packages };
        var manifests = new[]
        {
            Manifests.Of("a") with
            {
                Requires = [Needs("sh", "dash"), Needs("no-such-1", "z", "b")],
            },
            Manifests.Of("b") with
            {
                Requires =
                [
                    Needs("no-such-1", "b", "z"),
                    Needs("no-such-2", "a"),
                    new() { File = "/nowhere", Hint = "by hand" },
                ],
            },
        };
        Assert.Equal(["a", "b", "z"], DebianPackages.Missing(manifests));
    }
}
