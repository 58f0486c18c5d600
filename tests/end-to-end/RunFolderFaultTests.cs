namespace Pingmark.EndToEndTests;

/// <summary>A folder that can't be written, or is full: said in words, with the trials that were finished
/// kept.</summary>
public sealed class RunFolderFaultTests : CommandLineUser
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
        (await RunAsync(Tiny)).Exits(0);
        var before = File.ReadAllText(Folder["run/run.json"]);
        (await RunAsync(Tiny))
            .Exits(2)
            .Complains("run holds a run already; choose another folder with --out")
            .Within(5);
        Assert.Equal(before, File.ReadAllText(Folder["run/run.json"]));
    }

    [Fact]
    public async Task A_disk_that_is_full_ends_the_run_with_exit_1_and_a_message()
    {
        Directory.CreateDirectory(Folder["run"]);
        File.CreateSymbolicLink(Folder["run/trials.jsonl"], "/dev/full");
        (await RunAsync(Tiny))
            .Exits(1)
            .Complains("run/trials.jsonl can't be written: No space left on device", "`pingmark report run`")
            .Within(5);
    }

    [Fact]
    public async Task A_disk_that_fills_up_meanwhile_keeps_the_trials_before()
    {
        await using var run = await StartAsync([.. Tiny[..3], "cpp/tcp-spin", "--rounds", "500", .. Tiny[6..]]);
        await run.UntilAsync(() => FinishedTrials("run") > 0);
        File.Move(Folder["run/trials.jsonl"], Folder["run/kept"]);
        File.CreateSymbolicLink(Folder["run/trials.jsonl"], "/dev/full");
        // A line that was written between the two is in a new file, in whose place the link could not be made; then
        // this test fails by itself.
        (await run.EndAsync())
            .Exits(1)
            .Complains("No space left on device");
        await run.UntilNothingIsLeftAsync(2);
        File.Move(Folder["run/kept"], Folder["run/trials.jsonl"], overwrite: true);
        (await RunAsync("report", "run")).Exits(0).Prints("cpp/tcp-spin");
    }

    [Theory]
    [InlineData("summary.json.tmp")]
    [InlineData("report.md")]
    [InlineData("results.csv")]
    public async Task Reports_that_find_no_room_are_written_later(string file)
    {
        Directory.CreateDirectory(Folder["run"]);
        File.CreateSymbolicLink(Folder["run/" + file], "/dev/full");
        (await RunAsync(Tiny))
            .Exits(1)
            .Complains("the reports in run can't be written: No space left on device", "the trials are kept")
            .Within(5);
        (await RunAsync("report", "run")).Exits(1).Complains("can't be written");
        File.Delete(Folder["run/" + file]);
        (await RunAsync("report", "run")).Exits(0);
        Assert.Equal("ok", Summary("run").GetProperty("cells")[0].GetProperty("status").GetString());
    }

    [Theory]
    [InlineData("run.json", "{", "run/run.json:")]
    [InlineData("run.json", "[]", "run/run.json:")]
    [InlineData("trials.jsonl", "not json\n", "run/trials.jsonl:1")]
    [InlineData("trials.jsonl", "{}\n", "run/trials.jsonl:1")]
    public async Task A_run_that_was_damaged_is_named_with_its_line(string file, string text, string said)
    {
        (await RunAsync(Tiny)).Exits(0);
        Folder.Write("run/" + file, text);
        (await RunAsync("report", "run")).Exits(2).Complains(said).Within(5);
    }

    [Fact]
    public async Task A_trial_that_a_crash_cut_off_is_left_out()
    {
        (await RunAsync(Tiny)).Exits(0);
        File.AppendAllText(Folder["run/trials.jsonl"], File.ReadAllText(Folder["run/trials.jsonl"])[..100]);
        (await RunAsync("report", "run")).Exits(0);
        Assert.Equal(2, Summary("run").GetProperty("cells")[0].GetProperty("rounds").GetInt32());
    }
}
