namespace Pingmark.EndToEndTests;

/// <summary>A whole run of fake workers: what its commands write, read and refuse. No figure of it depends on the
/// machine.</summary>
public sealed class FakeRunTests(FinishedRun finished) : CommandLineUser, IClassFixture<FinishedRun>
{
    private static readonly string[] RunFiles =
    [
        "run.json",
        "trials.jsonl",
        "summary.json",
        "report.md",
        "report.html",
        "results.csv",
    ];

    internal override IReadOnlyList<string> Needs => [];

    private async Task HasRunAsync(string name = "run") => await finished.CopyAsync(this, name);

    [Fact]
    public async Task It_leaves_its_files_and_a_row_of_each_stack_whose_counts_add_up()
    {
        await HasRunAsync();
        Assert.All(RunFiles, file => Assert.True(new FileInfo(Folder["run/" + file]).Length > 0, file));
        SummaryChecks.HasTheKeysOfASummary(Summary("run"));
        var cells = Summary("run").Cells();
        Assert.Equal([FakeWorker.One, FakeWorker.Lossy], cells.Select(cell => cell.Text("stack")));
        Assert.All(cells, SummaryChecks.IsHealthy);
        Assert.Equal(0, cells[0].Number("lost"));
        // In each window it rounds down.
        Assert.InRange(cells[1].Number("lost"), 1, cells[1].Number("sent") / FakeWorker.LostOneOf);
        foreach (var trial in this.Trials())
        {
            var unbroken = trial.GetProperty("unbroken");
            Assert.Equal(unbroken.Number("sent"), unbroken.Number("received") + unbroken.Number("lost"));
            foreach (var side in new[] { "server", "client" })
                Assert.Equal(unbroken.Number("answered"), unbroken.GetProperty(side).Number("messages"));
        }
        Assert.Equal(cells.Count, File.ReadLines(Folder["run/results.csv"]).Count() - 1);
    }

    [Fact]
    public async Task It_is_reported_compared_exported_and_found_again()
    {
        await HasRunAsync("before");
        await HasRunAsync("after");
        var report = (await RunAsync("report", "before")).Exits(0).Prints(FakeWorker.One, FakeWorker.Lossy);
        Assert.Equal(report.Output, (await RunAsync("report", "before")).Output);
        var json = (await RunAsync("report", "before", "--json")).Exits(0).Json;
        Assert.Equal(Summary("before").GetProperty("cells").GetRawText(), json.GetProperty("cells").GetRawText());

        string[] gate = ["compare", "before", "after", "--fail-on-regression", "5%"];
        (await RunAsync([.. gate, "--junit", "it.xml", "--markdown", "it.md"])).Prints("No regression");
        Assert.Contains("<testcase classname=", File.ReadAllText(Folder["it.xml"]));
        Assert.StartsWith("## No regression", File.ReadAllText(Folder["it.md"]));

        (await RunAsync("export", "before", "--to", "exported")).Exits(0).Prints("exported/summary.schema.json");
        Assert.Equal(
            [
                "001-fake-tcp-one-c1-f1-32B.hlog",
                "002-fake-udp-lossy-c1-f1-32B.hlog",
                "bundle.schema.json",
                "comparison.schema.json",
                "history-figures.schema.json",
                "history-list.schema.json",
                "metrics.openmetrics.txt",
                "metrics.prom",
                "results.csv",
                "run.schema.json",
                "summary.json",
                "summary.schema.json",
                "trial.schema.json",
            ],
            Directory.EnumerateFiles(Folder["exported"]).Select(Path.GetFileName).Order(StringComparer.Ordinal)
        );
        Assert.Equal(File.ReadAllText(Folder["before/results.csv"]), File.ReadAllText(Folder["exported/results.csv"]));

        (await RunAsync("history", "trend", "--runs", "."))
            .Exits(0)
            .Prints("nothing can be told yet: 2 cells of 2 runs", "skipped: exported");
        (await RunAsync("history", "show", "c", "--runs", ".")).Exits(2).Complains("no run has figures of 'c'");
        (await RunAsync("history", "list")).Exits(2).Complains("--runs names the folder of runs");

        var kernel = Summary("before").GetProperty("machine").Text("kernel");
        Folder.Write("after/run.json", File.ReadAllText(Folder["after/run.json"]).Replace(kernel, "7.0"));
        (await RunAsync(gate)).Exits(5).Prints($"kernel: {kernel}, now 7.0");
        (await RunAsync([.. gate, "--anyway"])).Prints("Compared although these differ");
    }

    [Fact]
    public async Task It_is_bundled_verified_and_repeated()
    {
        await HasRunAsync("before");
        // Its folder has another name now.
        (await RunAsync("report", "before")).Exits(0);
        (await RunAsync("bundle", "before")).Exits(0).Prints("before.tar.gz");
        (await RunAsync("bundle", "before", "--out", "again.tar.gz")).Exits(0);
        var bundle = File.ReadAllBytes(Folder["before.tar.gz"]);
        Assert.Equal(bundle, File.ReadAllBytes(Folder["again.tar.gz"]));
        (await RunAsync("verify", "before.tar.gz"))
            .Exits(0)
            .Prints("is intact", "byte for byte", "that it was the one that the run names");

        bundle[bundle.Length / 2] ^= 1;
        File.WriteAllBytes(Folder["altered.tar.gz"], bundle);
        (await RunAsync("verify", "altered.tar.gz")).Exits(1).Prints("was altered, or is damaged");
        (await RunAsync("repeat", "altered.tar.gz")).Exits(1);
        (await RunAsync("bundle", "before", "--out", "altered.tar.gz")).Exits(2).Complains("is another file");

        MoreWorkers = FakeWorker.In(Folder);
        (await RunAsync("repeat", "before.tar.gz", "--out", "after")).Prints("Repeated with the seed");
        Assert.Contains("\"seed\"", File.ReadAllText(Folder["after/run.json"]));
    }

    /// <summary>As if it had been killed in the second round.</summary>
    [Fact]
    public async Task It_is_gone_on_with_and_keeps_its_trials_byte_for_byte()
    {
        Folder.Write("suite.yaml", FinishedRun.Suite.Replace("rounds: 1", "rounds: 2"));
        MoreWorkers = FakeWorker.In(Folder);
        (await RunAsync("run", "suite.yaml", "--out", "run")).Exits(0);
        var finishedLines = File.ReadLines(Folder["run/trials.jsonl"]).Take(2).ToList();
        var first = string.Join('\n', finishedLines) + "\n";
        File.WriteAllText(Folder["run/trials.jsonl"], first + "{\"cut");
        File.Delete(Folder["run/summary.json"]);
        (await RunAsync("run", "--resume", "run", "--rounds", "2")).Exits(2).Complains("--resume without SUITE");
        (await RunAsync("run", "--resume", "run", "-v")).Exits(0).Prints("resumed on ");
        Assert.StartsWith(first, File.ReadAllText(Folder["run/trials.jsonl"]), StringComparison.Ordinal);
        Assert.All(Summary("run").Cells(), cell => Assert.Equal(2, cell.Number("rounds")));
        (await RunAsync("run", "--resume", "run")).Exits(2).Complains("is complete");
    }

    [Fact]
    public async Task Ctrl_C_keeps_what_is_finished_reports_it_and_exits_with_130()
    {
        Folder.Write("suite.yaml", FinishedRun.Suite.Replace("rounds: 1", "rounds: 99"));
        MoreWorkers = FakeWorker.In(Folder);
        await using var run = await StartAsync("run", "suite.yaml", "--out", "run", "--json");
        await run.UntilAsync(() => FinishedTrials("run") >= 2);
        run.Signal(Signals.Interrupt);
        var result = (await run.EndAsync()).Exits(130);
        await run.UntilNothingIsLeftAsync(2);
        Assert.True(result.Json.GetProperty("interrupted").GetBoolean());
        Assert.All(Summary("run").Cells(), cell => Assert.True(cell.Number("rounds") >= 1, cell.ToString()));
        Assert.True(Summary("run").GetProperty("interrupted").GetBoolean());
        (await RunAsync("report", "run")).Exits(0);
    }

    [Fact]
    public async Task A_worker_serves_anybody_until_Ctrl_C_and_is_probed_meanwhile()
    {
        MoreWorkers = FakeWorker.In(Folder);
        await using var serve = await StartAsync("serve", FakeWorker.One, "--plain");
        await serve.UntilAsync(() => serve.Output.Contains("; Ctrl-C ends it", StringComparison.Ordinal));
        var target = serve.Output.Split("serves ")[1].Split(';')[0];
        var cell = (
            await RunAsync("probe", $"tcp://{target}", "--client", FakeWorker.One, "--duration", "100ms", "--json")
        )
            .Exits(0)
            .Json;
        SummaryChecks.HasTheKeysOfACell(cell);
        SummaryChecks.IsHealthy(cell);
        Assert.Equal($"tcp://{target}", cell.Text("stack"));
        serve.Signal(Signals.Interrupt);
        (await serve.EndAsync()).Exits(0).Prints(" messages echoed");
        await serve.UntilNothingIsLeftAsync(2);
        (await RunAsync("probe", $"tcp://{target}", "--client", FakeWorker.One))
            .Exits(1)
            .Complains("onnection refused");
    }

    [Fact]
    public async Task Nbn_measures_both_sides_and_a_script_sends_by_hand()
    {
        MoreWorkers = FakeWorker.In(Folder);
        string[] nbn = ["nbn", "-l", FakeWorker.One, "--port", "0", "--clients", "2"];
        var result = (await RunAsync([.. nbn, "-d", "0.1"])).Exits(0);
        Assert.Matches($@"\| PingPong \| {FakeWorker.One} +\| Reliable +\| +2 \| +[1-9][\d,]* msg/s \|", result.Output);
        result.Prints("Reproduce: ./pingmark nbn").Complains("2 clients connected", "measuring 0.1 s");
        var typed = await TypeAsync("help\nsend 10\nnonsense\nquit\nsend 5\n", [.. nbn, "-t", "Manual"]);
        typed.Exits(0).Prints("10 sent reliable, 10 received, 0 lost", "'nonsense' is no command");
        Assert.DoesNotContain("5 sent", typed.Output);
    }
}

/// <summary>A finished run of fake workers, measured once for all tests of a class, which copy it.</summary>
public sealed class FinishedRun : IDisposable
{
    internal const string Suite = """
        name: faked
        stacks: [fake/tcp-one, fake/udp-lossy]
        duration: 100ms
        slice: 20ms
        warmup: 20ms
        rounds: 1
        baseline: {by: [transport]}
        """;

    internal TemporaryFolder Folder { get; } = new();

    internal async Task CopyAsync(CommandLineUser user, string name)
    {
        if (!Directory.Exists(Folder["run"]))
        {
            var (file, before) = (Folder.Write("suite.yaml", Suite), user.MoreWorkers);
            user.MoreWorkers = FakeWorker.In(Folder);
            (await user.RunAsync("run", file, "--out", Folder["run"])).Exits(0);
            user.MoreWorkers = before;
        }
        Directory.CreateDirectory(user.Folder[name]);
        foreach (var file in Directory.EnumerateFiles(Folder["run"]))
            File.Copy(file, user.Folder[$"{name}/{Path.GetFileName(file)}"]);
    }

    public void Dispose() => Folder.Dispose();
}
