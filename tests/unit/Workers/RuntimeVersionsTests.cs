using System.Runtime.CompilerServices;
using Pingmark.Model;
using Pingmark.Tests.Results;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>A worker in a version of its runtime, as the language's runtime.json has it.</summary>
public sealed class RuntimeVersionsTests : IDisposable
{
    private const string Built = """
        "output": {"usual": "v{version}"}, "build": {"make": ["V={version}"]}, "start": {"run": "../run-{version}"},
        "package": "pack {version}"
        """;

    private const string Homes = """
        "start": {"run": "{home}/bin/run"},
        "homes": {
          "variable": "PINGMARK_TEST_HOMES", "within": ["WITHIN"],
          "program": "bin/run", "file": "release", "says": "(?m)^VERSION={version}[.]"
        }
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private WorkerCatalog Catalog(string versions, string output = "bin/usual/worker", string more = "")
    {
        _folder.Write(
            "workers/l/runtime.json",
            $$"""{"versions": {"title": "L", "names": ["1", "2", "3"], "usual": "3", "reported": "L {version}[.].*", """
                + versions
                + "}}"
        );
        _folder.Write(
            "workers/l/w/worker.json",
            $$"""
            {
              "name": "l/w", "runtime": "l", "stacks": ["l/tcp", "l/udp"], "output": "{{output}}",
              "build": [["prepare"], ["make", "all"]], "start": ["run", "-x", "{output}"]{{more}}
            }
            """
        );
        return WorkerCatalog.Load(_folder.Path);
    }

    private static string Refused(Func<object?> find) => Assert.Throws<BadInputException>(find).Message;

    [Fact]
    public void It_is_a_worker_of_its_own_with_stacks_of_its_own()
    {
        var catalog = Catalog(Built);
        var manifest = catalog.Find("l/udp@2");
        Assert.Equal("l/w@2", manifest.Name);
        Assert.Equal(["l/tcp@2", "l/udp@2"], manifest.Stacks);
        Assert.Equal("bin/v2/worker", manifest.Output);
        Assert.Equal(["../run-2", "-x", "{output}"], manifest.Start);
        Assert.Equal(
            [
                ["prepare"],
                ["make", "all", "V=2"],
            ],
            manifest.Build
        );
        Assert.Equal("pack 2", manifest.Package);
        Assert.Same(manifest, catalog.Find("l/tcp@2"));
        Assert.Same(manifest, catalog.Worker("l/w@2"));
        // Its library and its runtime may both be missing.
        Assert.Equal("lib or pack 1", Catalog(Built, more: """, "package": "lib" """).Find("l/tcp@1").Package);
    }

    [Fact]
    public void The_usual_version_is_built_and_started_as_without_one()
    {
        var catalog = Catalog(Built);
        var (usual, named) = (catalog.Find("l/tcp"), catalog.Find("l/tcp@3"));
        Assert.Equal(("l/w@3", usual.Output, usual.Build), (named.Name, named.Output, named.Build));
        Assert.Equal(usual.Start, named.Start);
        Assert.Null(named.Package);
        Assert.Null(usual.Version);
        Assert.Equal(["l/tcp", "l/udp"], catalog.Stacks);
    }

    [Fact]
    public void What_is_no_version_is_an_error()
    {
        Assert.Equal("l has no version '4'; there are 1, 2, 3", Refused(() => Catalog(Built).Find("l/tcp@4")));
        Assert.Equal("l has no version ''; there are 1, 2, 3", Refused(() => Catalog(Built).Find("l/tcp@")));
        Assert.Equal(
            "w has no versions, so not '1'",
            Refused(() => new WorkerCatalog([Manifests.Of("w", "x/tcp")]).Find("x/tcp@1"))
        );
        Assert.Equal(
            "l/w@1: its output, out, has to have usual in it, for that is where versions differ",
            Refused(() => Catalog(Built, output: "out").Find("l/tcp@1"))
        );
        Assert.Null(Catalog(Built).Worker("l/x@1"));
        Assert.Null(Catalog(Built).Worker("l/x"));
    }

    [Fact]
    public void What_is_not_installed_is_unavailable_with_what_helps()
    {
        Install("1", "1.2");
        Install("11", "11.0");
        var availability = WorkerCatalog.Check(InHomes("2"));
        Assert.Equal("L 2 is not installed", availability.Reason);
        Assert.Equal(
            $"install it, and name its folder by PINGMARK_TEST_HOMES=/path/of/it where it is not in {_folder["homes"]} "
                + "(found: 1)",
            availability.Mend
        );
    }

    [Fact]
    public void It_runs_from_where_it_is_installed_and_a_folder_that_the_environment_names_comes_first()
    {
        Install("1", "1.2");
        Assert.Equal($"{_folder["homes/1"]}/bin/run", InHomes("1").Start[0]);
        Assert.Null(InHomes("1").MissingRequirement);
        Install("2", "2.0");
        Install("1", "1.3", "mine");
        Environment.SetEnvironmentVariable("PINGMARK_TEST_HOMES", $"/nowhere:{_folder["mine/1"]}");
        try
        {
            Assert.Equal($"{_folder["mine/1"]}/bin/run", InHomes("1").Start[0]);
            Assert.Equal($"{_folder["homes/2"]}/bin/run", InHomes("2").Start[0]);
        }
        finally
        {
            Environment.SetEnvironmentVariable("PINGMARK_TEST_HOMES", null);
        }
    }

    private WorkerManifest InHomes(string version) =>
        Catalog(Homes.Replace("WITHIN", _folder["homes"])).Find($"l/tcp@{version}");

    private void Install(string folder, string version, string within = "homes")
    {
        _folder.Write($"{within}/{folder}/release", $"NAME=x\nVERSION={version}\n");
        _folder.Write($"{within}/{folder}/bin/run", "");
    }

    /// <summary>A worker that knows one stack, and says what it is asked about.</summary>
    private const string Talking = """
        read hello; printf '{"id":1,"status":"ok","protocol":1,"worker":"l/w","runtime":"%s","libraries":[],' "$0"
        printf '"pid":1,"cpus":[0],"stacks":["l/tcp"],"histogram_layout":"log-linear/1024"}\n'
        read describe
        case "$describe" in *'"stack":"l/tcp"'*)
            printf '{"id":2,"status":"ok","about":"a","transport":"tcp","waits":"block","threading":"t",'
            printf '"reliable":true,'
            printf '"unreliable":false,"max_message_bytes":64,"max_connections":1,"socket_options":[],"options":[]}\n'
        esac
        cat >/dev/null
        """;

    private ProcessWorkerStarter Saying(string runtime)
    {
        var script = _folder.Write("talking.sh", Talking);
        var worker = Manifests.Of("l/w", "l/tcp") with
        {
            Folder = _folder.Path,
            Start = ["sh", "-c", $". {script}", runtime],
            Versions = new()
            {
                Title = "L",
                Names = ["1", "2"],
                Reported = "L {version}[.].*",
            },
        };
        return new(new WorkerCatalog([worker]));
    }

    [Fact]
    public async Task A_worker_knows_its_stack_without_the_version_and_is_at_fault_on_another_one()
    {
        var described = Assert.Single(
            await StackDescription.AskAllAsync(Saying("L 2.1"), "l/tcp@2", ["l/tcp@2", "l/tcp@1", "l/tcp"], default)
        );
        Assert.Equal("l/tcp@2", described.Stack);
        var fault = await Assert.ThrowsAsync<WorkerFault>(() =>
            StackDescription.AskAsync(Saying("L 11.1"), "l/tcp@1", default)
        );
        Assert.Equal("was to run on L 1, and says that it runs on L 11.1", fault.Problem);
    }

    private static readonly WorkerCatalog Committed = WorkerCatalog.Load(Root());

    [Fact]
    public void Every_worker_of_a_runtime_that_has_versions_can_have_them() =>
        Assert.All(
            from usual in Committed.Manifests
            where usual.Versions is not null
            from version in usual.Versions!.Names
            select (usual, version),
            one =>
            {
                var manifest = Committed.Worker($"{one.usual.Name}@{one.version}")!;
                Assert.Equal($"{one.usual.Versions!.Title} {one.version}", manifest.Version!.Title);
                Assert.Equal(one.version == one.usual.Versions.Usual, one.usual.Start.SequenceEqual(manifest.Start));
            }
        );

    [Fact]
    public void Runtimes_are_known_by_what_they_say() =>
        Assert.All<(string Stack, string Said, bool IsIt)>(
            [
                ("dotnet/tcp-async@8", ".NET 8.0.31", true),
                ("dotnet/tcp-async@8", ".NET 10.0.8", false),
                ("java/tcp-nio@17", "OpenJDK 64-Bit Server VM 17.0.15+6-Debian-1deb12u1", true),
                ("java/tcp-nio@25", "OpenJDK 64-Bit Server VM 25-ea+3", true),
                ("java/tcp-nio@17", "OpenJDK 64-Bit Server VM 25.0.17+9-LTS", false),
                ("java/tcp-nio@17", "OpenJDK 64-Bit Server VM 170.1", false),
            ],
            row => Assert.Equal(row.IsIt, Committed.Find(row.Stack).Version!.Matches(row.Said))
        );

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "..", "..", ".."));
}
