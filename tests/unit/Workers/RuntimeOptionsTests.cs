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

    private static WorkerManifest Committed(string folder, [CallerFilePath] string thisFile = "") =>
        WorkerManifest.Load(
            Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../../../workers", folder, "worker.json"))
        );

    [Fact]
    public void Arguments_take_the_place_of_their_mark() =>
        Assert.Equal(["java", "-server", "-Xmx1g", "-jar", "/w/out"], Apply(Java, "-server", "-Xmx1g").Command);

    [Fact]
    public void A_name_stands_for_the_options_of_the_language()
    {
        Assert.Contains("-XX:+UseZGC", Apply(Committed("java/sockets"), "gc=zgc").Command);
        Assert.Equal(
            ("1", "0"),
            Apply(Committed("dotnet/sockets"), "gc=server", "jit=full").Environment is var set
                ? (set["DOTNET_gcServer"], set["DOTNET_TieredCompilation"])
                : default
        );
        Assert.Contains(
            "allows: gc=",
            Assert.Throws<BadInputException>(() => Apply(Committed("java/sockets"), "gc=none")).Message
        );
    }

    [Theory]
    [InlineData("java/sockets")]
    [InlineData("java/netty")]
    [InlineData("java/virtual")]
    [InlineData("dotnet/sockets")]
    [InlineData("dotnet/netcoreserver")]
    public void Every_name_stands_for_options_that_are_allowed(string worker) =>
        Assert.All(
            Committed(worker).RuntimeOptions!.Named,
            name => Assert.True(RuntimeOptions.Allows(Committed(worker), name.Key), name.Key)
        );

    [Theory]
    [InlineData("java/sockets")]
    [InlineData("java/netty")]
    [Fault("a crash of a worker's Java", "its report is in the run's folder, and none where the worker is", 1, 2)]
    public void Reports_of_crashes_go_where_they_are_wanted(string worker)
    {
        var options = new Dictionary<string, IReadOnlyList<string>>();
        Assert.Contains(
            "-XX:ErrorFile=/runs/1/hs_err_pid%p.log",
            RuntimeOptions.Apply(Committed(worker), options, "/runs/1").Command
        );
        Assert.Contains(
            $"-XX:ErrorFile={Path.GetTempPath()}/hs_err_pid%p.log",
            RuntimeOptions.Apply(Committed(worker), options).Command
        );
    }

    [Fact]
    public void Without_options_the_mark_leaves_nothing() =>
        Assert.Equal(["java", "-jar", "/w/out"], Apply(Java).Command);

    [Fact]
    public void Environment_variables_have_the_runtimes_prefix()
    {
        var (command, environment) = Apply(DotNet, "gcServer=1", "GCHeapCount=4");
        Assert.Equal(["run", "/w/out"], command);
        Assert.Equal(("1", "4"), (environment["DOTNET_gcServer"], environment["DOTNET_GCHeapCount"]));
    }

    [Theory]
    [InlineData("-agentpath:x")]
    [InlineData("-server -agentpath:x")]
    [InlineData("-server\n-agentpath:x")]
    [InlineData("-server\n")]
    [InlineData(" -server")]
    [InlineData("x-server")]
    [InlineData("-Xmx1gg")]
    [InlineData("-Xintx")]
    [InlineData("x-Xint")]
    [InlineData("-Server")]
    [InlineData("")]
    public void An_option_matches_as_a_whole_or_is_refused(string option) =>
        Assert.Contains(
            "is not on the list that java/x allows",
            Assert.Throws<BadInputException>(() => Apply(Java, option)).Message
        );

    [Fact]
    public void A_variable_given_twice_is_an_error_not_a_crash() =>
        Assert.Equal(
            "runtime option 'gcServer' is given twice: gcServer=1  gcServer=0",
            Assert.Throws<BadInputException>(() => Apply(DotNet, "gcServer=1", "gcServer=0")).Message
        );

    [Fact]
    public void A_worker_without_rules_takes_no_option() =>
        Assert.Equal(
            "x takes no runtime options, so not '-O3'",
            Assert.Throws<BadInputException>(() => Apply(Manifests.Of("x"), "-O3")).Message
        );

    [Theory]
    [InlineData("-agentpath:/tmp/x.so")]
    [InlineData("-agentlib:jdwp")]
    [InlineData("-javaagent:x.jar")]
    [InlineData("-XX:OnError=reboot")]
    [InlineData("-XX:OnOutOfMemoryError=reboot")]
    [InlineData("-XX:Flags=/tmp/f")]
    [InlineData("-XX:VMOptionsFile=/tmp/f")]
    [InlineData("-XX:+UseSerialGC -XX:OnError=reboot")]
    [InlineData("-Xbootclasspath/a:x.jar")]
    [InlineData("-cp")]
    [InlineData("@/tmp/arguments")]
    [InlineData("-Djava.library.path=/tmp")]
    public void The_java_worker_refuses_what_could_run_code(string option) =>
        Assert.Throws<BadInputException>(() => Apply(Committed("java/sockets"), option));

    [Theory]
    [InlineData("STARTUP_HOOKS=/tmp/x.dll")]
    [InlineData("gcServer=1\nSTARTUP_HOOKS=/tmp/x.dll")]
    [InlineData("EnableDiagnostics=1")]
    [InlineData("gcServer")]
    [InlineData("CORECLR_PROFILER_PATH=/tmp/x.so")]
    public void The_dotnet_worker_refuses_what_could_run_code(string option) =>
        Assert.Throws<BadInputException>(() => Apply(Committed("dotnet/sockets"), option));

    [Fact]
    public void Usual_options_are_allowed()
    {
        Assert.Contains("-XX:+UseSerialGC", Apply(Committed("java/sockets"), "-XX:+UseSerialGC", "-Xmx512m").Command);
        Assert.Equal("1", Apply(Committed("dotnet/sockets"), "gcServer=1").Environment["DOTNET_gcServer"]);
    }
}
