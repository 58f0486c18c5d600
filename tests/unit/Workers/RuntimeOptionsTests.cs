using System.Runtime.CompilerServices;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>A suite is data: its runtime options pass an allow-list, and nothing that could run code is on
/// it.</summary>
public class RuntimeOptionsTests
{
    private static readonly WorkerManifest Java = Manifests.Of("java/x") with
    {
        Start = ["java", "{runtime_options}", "-jar", "{output}"],
        RuntimeOptions = new() { Style = "argument", Allow = ["-server", "-Xm(s|x)[0-9]+[kmg]|-Xint"] },
    };

    private static readonly WorkerManifest DotNet = Manifests.Of("dotnet/x") with
    {
        Runtime = "dotnet",
        RuntimeOptions = new()
        {
            Style = "environment",
            Prefix = "DOTNET_",
            Allow = ["gcServer=[01]", "GCHeapCount=[0-9]+"],
        },
    };

    private static (IReadOnlyList<string> Command, IReadOnlyDictionary<string, string> Environment) Apply(
        WorkerManifest manifest,
        params string[] options
    ) =>
        RuntimeOptions.Apply(
            manifest,
            new Dictionary<string, IReadOnlyList<string>> { [manifest.Runtime] = options, ["other"] = ["-agentpath:x"] }
        );

    private static string Refused(WorkerManifest manifest, params string[] options) =>
        Assert.Throws<BadInputException>(() => Apply(manifest, options)).Message;

    private static WorkerManifest Committed(string folder, [CallerFilePath] string thisFile = "") =>
        WorkerManifest.Load(
            Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../../../workers", folder, "worker.json"))
        );

    [Fact]
    public void Arguments_take_the_place_of_their_mark_and_variables_have_the_runtimes_prefix()
    {
        Assert.Equal(["java", "-server", "-Xmx1g", "-jar", "/w/out"], Apply(Java, "-server", "-Xmx1g").Command);
        Assert.Equal(["java", "-jar", "/w/out"], Apply(Java).Command);
        var (command, environment) = Apply(DotNet, "gcServer=1", "GCHeapCount=4");
        Assert.Equal(["run", "/w/out"], command);
        Assert.Equal(("1", "4"), (environment["DOTNET_gcServer"], environment["DOTNET_GCHeapCount"]));
    }

    [Fact]
    public void A_name_stands_for_the_options_of_the_language()
    {
        Assert.Contains("-XX:+UseZGC", Apply(Committed("java/sockets"), "gc=zgc").Command);
        var set = Apply(Committed("dotnet/sockets"), "gc=server", "jit=full").Environment;
        Assert.Equal(("1", "0"), (set["DOTNET_gcServer"], set["DOTNET_TieredCompilation"]));
        Assert.Contains("allows: gc=", Refused(Committed("java/sockets"), "gc=none"));
    }

    [Fact]
    public void Every_name_stands_for_options_that_are_allowed()
    {
        string[] workers = ["java/sockets", "java/netty", "java/virtual", "dotnet/sockets", "dotnet/netcoreserver"];
        foreach (var worker in workers.Select(name => Committed(name)))
            Assert.All(
                worker.RuntimeOptions!.Named.Keys,
                name => Assert.True(RuntimeOptions.Allows(worker, name), name)
            );
    }

    [Fact]
    public void Reports_of_crashes_go_where_they_are_wanted()
    {
        var options = new Dictionary<string, IReadOnlyList<string>>();
        foreach (var worker in new[] { Committed("java/sockets"), Committed("java/netty") })
        {
            Assert.Contains(
                "-XX:ErrorFile=/runs/1/hs_err_pid%p.log",
                RuntimeOptions.Apply(worker, options, "/runs/1").Command
            );
            Assert.Contains(
                $"-XX:ErrorFile={Path.GetTempPath()}/hs_err_pid%p.log",
                RuntimeOptions.Apply(worker, options).Command
            );
        }
    }

    [Fact]
    public void An_option_matches_as_a_whole_or_is_refused() =>
        Assert.All<string>(
            ["-agentpath:x", "-server -agentpath:x", "-server\n", "-Xmx1gg", "x-Xint", "-Server", ""],
            option => Assert.Contains("is not on the list that java/x allows", Refused(Java, option))
        );

    [Fact]
    public void An_option_that_can_not_be_given_is_an_error_not_a_crash()
    {
        Assert.Equal(
            "runtime option 'gcServer' is given twice: gcServer=1  gcServer=0",
            Refused(DotNet, "gcServer=1", "gcServer=0")
        );
        Assert.Equal("x takes no runtime options, so not '-O3'", Refused(Manifests.Of("x"), "-O3"));
    }

    [Fact]
    public void The_workers_take_usual_options_and_refuse_what_could_run_code()
    {
        Assert.Contains("-XX:+UseSerialGC", Apply(Committed("java/sockets"), "-XX:+UseSerialGC", "-Xmx512m").Command);
        Assert.Equal("1", Apply(Committed("dotnet/sockets"), "gcServer=1").Environment["DOTNET_gcServer"]);
        Assert.All<(string Worker, string Option)>(
            [
                ("java/sockets", "-agentpath:/tmp/x.so"),
                ("java/sockets", "-agentlib:jdwp"),
                ("java/sockets", "-javaagent:x.jar"),
                ("java/sockets", "-XX:OnError=reboot"),
                ("java/sockets", "-XX:VMOptionsFile=/tmp/f"),
                ("java/sockets", "-XX:+UseSerialGC -XX:OnError=reboot"),
                ("java/sockets", "-Xbootclasspath/a:x.jar"),
                ("java/sockets", "-cp"),
                ("java/sockets", "@/tmp/arguments"),
                ("java/sockets", "-Djava.library.path=/tmp"),
                ("dotnet/sockets", "STARTUP_HOOKS=/tmp/x.dll"),
                ("dotnet/sockets", "gcServer=1\nSTARTUP_HOOKS=/tmp/x.dll"),
                ("dotnet/sockets", "EnableDiagnostics=1"),
                ("dotnet/sockets", "gcServer"),
                ("dotnet/sockets", "CORECLR_PROFILER_PATH=/tmp/x.so"),
            ],
            row => Refused(Committed(row.Worker), row.Option)
        );
    }
}
