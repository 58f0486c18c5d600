namespace Pingmark.EndToEndTests;

/// <summary>A folder that can't be written, or is full: said in words, with the trials that were finished
/// kept.</summary>
public sealed class RunFolderFaultTests(FinishedRun finished) : CommandLineUser, IClassFixture<FinishedRun>
{
    private static readonly string[] Tiny = Line(
        "run floor --stacks cpp/tcp-spin --rounds 2 --set duration=100ms --set warmup=10ms --out run"
    );

    private Task HasRunAsync() => finished.CopyAsync(this, "run");

    [Fact]
    public async Task A_folder_that_can_not_be_made_is_refused_before_anything_starts()
    {
        Folder.Write("file", "in the way");
        foreach (var folder in new[] { "file", "file/run", "/proc/run" })
            (await RunAsync([.. Tiny[..^1], folder]))
                .Exits(2)
                .Complains($"the run folder '{folder}' can't be written", "choose another with --out")
                .Within(5);
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task A_disk_that_fills_up_keeps_the_trials_before()
    {
        await using var run = await StartAsync([.. Tiny[..3], "cpp/tcp-spin", "--rounds", "500", .. Tiny[6..]]);
        await run.UntilAsync(() => FinishedTrials("run") > 0);
        // So much of every file that is written, whatever it was before.
        var most = new FileInfo(Folder["run/trials.jsonl"]).Length + 1_000;
        Shell.Run("prlimit", "--pid", $"{run.Pid}", $"--fsize={most}:");
        (await run.EndAsync(10))
            .Exits(1)
            .Complains("run/trials.jsonl can't be written: File too large", "`pingmark report run`");
        await run.UntilNothingIsLeftAsync(2);
        (await RunAsync("report", "run")).Exits(0).Prints("cpp/tcp-spin");
    }

    [Fact]
    public async Task Reports_that_find_no_room_are_written_later()
    {
        await HasRunAsync();
        File.Delete(Folder["run/report.html"]);
        Folder.Write("run/report.html/in-the-way", "");
        (await RunAsync("report", "run"))
            .Exits(1)
            .Complains("run/report.html can't be written: ", "the trials are kept");
        Directory.Delete(Folder["run/report.html"], recursive: true);
        (await RunAsync("report", "run")).Exits(0);
    }

    [Fact]
    public async Task What_was_damaged_is_named_with_its_line()
    {
        await HasRunAsync();
        var (info, trials) = (File.ReadAllText(Folder["run/run.json"]), File.ReadAllText(Folder["run/trials.jsonl"]));
        File.AppendAllText(Folder["run/trials.jsonl"], trials[..100]);
        (await RunAsync("report", "run")).Exits(0);
        Assert.Equal(1, Summary("run").Cells()[0].Number("rounds"));
        Folder.Write("run/trials.jsonl", "not json\n");
        (await RunAsync("report", "run", "--json")).Exits(1).Prints("trials.jsonl:1: ").Within(5);
        Folder.Write("run/trials.jsonl", "not json\n" + trials);
        (await RunAsync("export", "run", "--to", "out")).Exits(1).Complains("trials.jsonl:1: ");
        Assert.True(File.Exists(Folder["out/results.csv"]));
        Folder.Write("run/trials.jsonl", trials);
        Folder.Write("run/run.json", info[..^20]);
        (await RunAsync("report", "run")).Exits(2).Complains("run/run.json:").Within(5);
    }
}
