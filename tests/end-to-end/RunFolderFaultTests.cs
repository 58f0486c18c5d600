namespace Pingmark.EndToEndTests;

/// <summary>A folder that can't be written, or is full: said in words, with the trials that were finished
/// kept.</summary>
public sealed class RunFolderFaultTests(FinishedRun finished) : CommandLineUser, IClassFixture<FinishedRun>
{
    private static readonly string[] Tiny =
    [
        "run",
        "floor",
        "--stacks",
        "cpp/tcp-spin",
        "--rounds",
        "2",
        "--set",
        "duration=100ms",
        "--set",
        "warmup=10ms",
        "--out",
        "run",
    ];

    /// <summary>A finished run in <c>run/</c>, measured once for all tests.</summary>
    private async Task HasRunAsync()
    {
        if (!Directory.Exists(finished.Folder["run"]))
        {
            (await RunAsync(Tiny)).Exits(0);
            Directory.Move(Folder["run"], finished.Folder["run"]);
        }
        Directory.CreateDirectory(Folder["run"]);
        foreach (var file in Directory.EnumerateFiles(finished.Folder["run"]))
            File.Copy(file, Folder["run/" + Path.GetFileName(file)]);
    }

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
    public async Task A_folder_that_holds_a_run_is_not_overwritten()
    {
        await HasRunAsync();
        var before = File.ReadAllText(Folder["run/run.json"]);
        (await RunAsync(Tiny))
            .Exits(2)
            .Complains("run holds a run already; choose another folder with --out")
            .Within(5);
        Assert.Equal(before, File.ReadAllText(Folder["run/run.json"]));
    }

    [Fact]
    [Fault(
        "a disk fills up, or a file reaches `ulimit -f`, while a run measures",
        "the run ends with the file's name and the reason; the trials before are kept",
        1,
        10,
        IsTimedByTest = true
    )]
    public async Task A_disk_that_fills_up_keeps_the_trials_before()
    {
        await using var run = await StartAsync([.. Tiny[..3], "cpp/tcp-spin", "--rounds", "500", .. Tiny[6..]]);
        await run.UntilAsync(() => FinishedTrials("run") > 0);
        await FileSizeLimit.SetAsync(run.Pid, new FileInfo(Folder["run/trials.jsonl"]).Length + 1_000);
        (await run.EndAsync(10))
            .Exits(1)
            .Complains("run/trials.jsonl can't be written: File too large", "pingmark report run`");
        await run.UntilNothingIsLeftAsync(2);
        (await RunAsync("report", "run")).Exits(0).Prints("cpp/tcp-spin");
    }

    [Theory]
    [InlineData("summary.json")]
    [InlineData("report.md")]
    [InlineData("report.html")]
    [InlineData("results.csv")]
    public async Task Reports_that_find_no_room_are_written_later(string file)
    {
        await HasRunAsync();
        File.Delete(Folder["run/" + file]);
        Folder.Write($"run/{file}/in-the-way", "");
        (await RunAsync("report", "run"))
            .Exits(1)
            .Complains($"run/{file} can't be written: ", "the trials are kept")
            .Within(5);
        Directory.Delete(Folder["run/" + file], recursive: true);
        (await RunAsync("report", "run")).Exits(0);
        Assert.Equal("ok", Summary("run").GetProperty("cells")[0].GetProperty("status").GetString());
    }

    [Theory]
    [InlineData("run.json", "{", "run/run.json:")]
    [InlineData("run.json", "[]", "run/run.json:")]
    public async Task A_run_that_was_damaged_is_named_with_its_line(string file, string text, string said)
    {
        await HasRunAsync();
        Folder.Write("run/" + file, text);
        (await RunAsync("report", "run")).Exits(2).Complains(said).Within(5);
    }

    [Theory]
    [InlineData("not json\n")]
    [InlineData("{}\n")]
    public async Task A_trial_that_was_damaged_is_named_with_its_line(string text)
    {
        await HasRunAsync();
        Folder.Write("run/trials.jsonl", text);
        (await RunAsync("report", "run", "--json")).Exits(1).Prints("trials.jsonl:1: ").Within(5);
    }

    [Fact]
    public async Task A_trial_that_a_crash_cut_off_is_left_out()
    {
        await HasRunAsync();
        File.AppendAllText(Folder["run/trials.jsonl"], File.ReadAllText(Folder["run/trials.jsonl"])[..100]);
        (await RunAsync("report", "run")).Exits(0);
        Assert.Equal(2, Summary("run").GetProperty("cells")[0].GetProperty("rounds").GetInt32());
    }
}

/// <summary>The folder of a run that tests damage copies of.</summary>
public sealed class FinishedRun : IDisposable
{
    internal TemporaryFolder Folder { get; } = new();

    public void Dispose() => Folder.Dispose();
}
