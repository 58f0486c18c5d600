using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>The suites that come with it, each scaled down; some with fewer of their stacks.</summary>
[Trait("Layer", "suites")]
[Trait("Gate", "no")]
public sealed class SuiteTests : CommandLineUser
{
    private static readonly string[] Short = ["--rounds", "1", "--set", "warmup=50ms", "slice=20ms"];

    /// <summary>What reports say where others had the cores: slices of 20 ms may have no answer at all.</summary>
    private static readonly string[] NothingAnswered =
    [
        "achieved:",
        "time was charged to messages",
        ": no figures.",
        "no message was sent",
    ];

    public static TheoryData<string, string[]> Suites =>
        new()
        {
            { "floor", ["duration=300ms", "--stacks", "cpp/tcp-spin,java/udp-spin"] },
            { "quick", ["duration=300ms", "connections=16", "--stacks", "cpp/tcp-threads,dotnet/udp-spin"] },
            { "open-loop", ["duration=500ms", "rate=1k/s", "--stacks", "cpp/tcp-epoll,dotnet/tcp-async"] },
            { "epoll-vs-threads", Line("duration=100ms connections=1,20 --stacks cpp/tcp-threads,java/tcp-threads") },
            { "csharp-vs-java", ["messages=2000", "--stacks", "java/tcp-threads,dotnet/tcp-threads"] },
            { "runtime-versions", ["duration=100ms", "runtime.dotnet=10", "--stacks", "dotnet/tcp-async"] },
            { "gc-choices", ["duration=200ms", "warmup=2s", "--stacks", "Java serial,Java G1"] },
            { "serialization", ["duration=100ms", "payload=random,json", "--stacks", "java/tcp-spin,cpp/tcp-spin"] },
            { "runtimes", ["duration=200ms", "connections=16", "--stacks", "C++ epoll,Python asyncio"] },
            { "runtimes-udp", ["duration=200ms", "connections=1", "--stacks", "C++,Python asyncio"] },
            {
                "runtimes-rpc",
                ["duration=200ms", "connections=16", "--stacks", "C++ epoll,C++ Beast HTTP,Go net HTTP"]
            },
            { "csharp-vs-java-nagle", ["duration=100ms", "--stacks", "cpp/tcp-threads"] },
            { "csharp-vs-java-preflood", ["duration=100ms", "preflood=0,4", "--stacks", "cpp/tcp-threads"] },
            {
                "io-models",
                Line(
                    "duration=100ms connections=16 --stacks cpp/tcp-poll,cpp/tcp-uring,java/tcp-select-now,"
                        + "dotnet/tcp-select,dotnet/tcp-pipelines"
                )
            },
            { "local-ipc", ["duration=300ms", "message_bytes=32", "--stacks", "cpp/unix,cpp/tls,cpp/shm-spin"] },
            { "java-sockets", ["duration=300ms", "--stacks", "java NIO spin,C++ shared memory"] },
            { "java-sockets-processes", ["duration=300ms", "--stacks", "java NIO spin,C++ UDP"] },
            { "java-sockets-throughput", ["duration=100ms", "connections=1,8", "--stacks", "C++ epoll,java select"] },
            { "cross-matrix", ["duration=100ms", "--stacks", "cpp/tcp-epoll,java/tcp-nio,cpp/udp"] },
            { "many-connections", ["duration=100ms", "connections=200", "--stacks", "cpp/tcp-epoll"] },
            { "bulk", ["duration=100ms", "batch=8", "--stacks", "java/tcp-nio"] },
            { "bulk-udp", ["duration=100ms", "in_flight=64", "--stacks", "dotnet/udp"] },
            { "connect-rate", ["duration=100ms", "connections=8", "--stacks", "cpp/tcp-epoll"] },
            {
                "game-tick",
                Line("duration=400ms connections=20 --stacks cpp/tcp-epoll,cpp/udp-mmsg,dotnet/litenetlib")
            },
            {
                "reliable-udp-under-loss",
                Line(
                    "duration=1s network.delay=5ms network.loss=5% --budget 20s "
                        + "--stacks cpp/tcp-epoll,cpp/enet,dotnet/litenetlib"
                )
            },
            { "game-profiles", ["duration=200ms", "network=wifi", "--budget", "20s", "--stacks", "cpp/enet"] },
            { "nbn-quick", ["messages=2000"] },
            // Profilers take their time, and have tests of their own.
            { "nbn-sampling", ["messages=2000", "sampling=false"] },
            // Of 500 clients: in a window of 2,000 messages none may be sent while ENet sends lost ones again.
            { "nbn-essential", ["messages=20000"] },
            // The other libraries have the same scenarios in nbn-essential.
            { "nbn-performance", ["messages=20000", "--stacks", "dotnet/enet,dotnet/kcp2k"] },
        };

    [SkippableTheory]
    [MemberData(nameof(Suites))]
    public async Task A_suite_runs_and_leaves_a_complete_folder(string suite, string[] smaller)
    {
        var pressure = new CpuPressure();
        var run = await RunAsync(["run", suite, .. Short, .. smaller, "--out", "run"]);
        var report = Folder["run/report.md"];
        var said = run.Output + (File.Exists(report) ? File.ReadAllText(report) : "");
        pressure.SkipIfBusy(run.ExitCode == 1 && NothingAnswered.Any(said.Contains));
        run.Exits(0);
        Assert.All(
            ["run.json", "trials.jsonl", "summary.json", "report.md", "report.html", "results.csv"],
            file => Assert.True(new FileInfo(Folder["run/" + file]).Length > 0, file)
        );
        var summary = Summary("run");
        SummaryChecks.HasTheKeysOfASummary(summary);
        Assert.Equal(suite, summary.Text("suite"));
        var cells = summary.Cells();
        Assert.Equal(cells.Count, File.ReadLines(Folder["run/results.csv"]).Count() - 1);
        Assert.All(cells.Where(cell => cell.Text("status") == "ok"), SummaryChecks.IsHealthy);
        // What can't run here says so, and why.
        Assert.All(
            cells.Where(cell => cell.Text("status") != "ok"),
            cell =>
                Assert.True(
                    cell.Text("status") is "unavailable" or "unsupported"
                        && cell.GetProperty("reasons")[0].GetString()!.Length > 0,
                    run.ToString()
                )
        );
    }

    [Fact]
    public async Task Several_suites_run_one_after_the_other()
    {
        string[] two = ["--stacks", "a=cpp/tcp-epoll,b=cpp/tcp-epoll", "--set", "connections=1", "duration=200ms"];
        var run = await RunAsync(["run", "floor", "quick", .. Short, .. two, "--out", "both"]);
        run.Complains("2 suites, ", "floor about ", "quick about ");
        run.Prints("both/floor/report.html", "both/quick/report.html");
        Assert.Equal("floor", Summary("both/floor").Text("suite"));
        Assert.Equal("quick", Summary("both/quick").Text("suite"));
        Assert.Contains("\"quick\"", File.ReadAllText(Folder["both/quick/run.json"]));
        Assert.DoesNotContain("\"floor\"", File.ReadAllText(Folder["both/quick/run.json"]));
    }

    [Fact]
    public void No_suite_is_forgotten() =>
        Assert.Equal(
            Directory
                .GetFiles(Path.Combine(Repository.Root, "suites"))
                .Select(Path.GetFileNameWithoutExtension)
                .Order(),
            // Searches have tests of their own.
            Suites.Select(row => (string)row[0]).Append("capacity").Order()
        );
}
