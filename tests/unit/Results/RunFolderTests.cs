using System.Text.Json;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Results;

public sealed class RunFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Path => _folder["some/run"];

    private RunFolder Create() => RunFolder.Create(Path, Trial.Run(Trial.Cell()));

    private static string Json<T>(T value) => JsonSerializer.Serialize(value, SummaryJson.LineOptions);

    [Trait("Gate", "no")]
    [Fact]
    public async Task The_lock_of_one_that_is_just_ending_is_waited_for()
    {
        var first = Create();
        using var second = RunFolder.Open(Path);
        var locked = Task.Run(second.Lock);
        first.Dispose();
        await locked;
        using var third = RunFolder.Open(Path);
        var refused = Assert.Throws<BadInputException>(third.Lock);
        Assert.Contains("another pingmark writes in", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_appended_is_read_back()
    {
        var (folder, trials) = (
            Create(),
            new[]
            {
                Trial.Of(slices: Trial.Window()),
                Trial.Of() with
                {
                    Status = CellStatus.Failed,
                    Reason = "line 1\nline 2 – µs",
                },
                Trial.Of(round: 2),
            }
        );
        folder.Append(trials[..2]);
        folder.Append(trials[2..]);
        Assert.Equal(trials.Select(OfRun).Select(Json), RunFolder.Open(Path).Read().Trials.Select(Json));
        Assert.Equal(3, File.ReadLines(folder["trials.jsonl"]).Count());
    }

    /// <summary>While one second passes, 80,000 pass for 80,000 messages under way.</summary>
    [Fact]
    public void Ten_thousand_connections_that_wait_for_minutes_are_read_back()
    {
        var trial = Trial.Of(Trial.Window(perS: 1_000_000, seconds: 600, inFlight: 80_000));
        Assert.True(trial.Unbroken!.RttSumNs > 1L << 55);
        Create().Append([trial]);
        Assert.Equal(Json(OfRun(trial)), Json(Assert.Single(RunFolder.Open(Path).Read().Trials)));
    }

    [Fact]
    public void The_runs_description_is_read_back_and_a_fresh_run_has_no_trials_with_or_without_their_file()
    {
        var folder = Create();
        Assert.Equal(Json(Trial.Run(Trial.Cell())), Json(RunFolder.Open(Path).ReadInfo()));
        Assert.Empty(folder.Read().Trials);
        Assert.True(File.Exists(folder["trials.jsonl"]));
        File.Delete(folder["trials.jsonl"]);
        Assert.Empty(folder.Read().Trials);
    }

    [Fact]
    public void A_last_line_that_a_crash_cut_off_is_left_out()
    {
        var folder = Create();
        folder.Append([Trial.Of(round: 1), Trial.Of(round: 2)]);
        var text = File.ReadAllText(folder["trials.jsonl"]);
        for (var cut = 1; cut < 200; cut += 7)
        {
            File.WriteAllText(folder["trials.jsonl"], text[..^cut]);
            Assert.Equal([1], folder.Read().Trials.Select(r => r.Round));
        }
        // What is appended after a crash is not joined to it.
        folder.Append([Trial.Of(round: 3)]);
        Assert.Equal([1, 3], folder.Read().Trials.Select(r => r.Round));
    }

    [Fact]
    public void Broken_lines_are_named_by_file_and_line()
    {
        var folder = Create();
        folder.Append([Trial.Of()]);
        File.AppendAllText(folder["trials.jsonl"], "\n\ngarbage\nnull\n{\"round\":\"x\"}\n");
        folder.Append([Trial.Of(round: 2)]);
        var read = folder.Read();
        Assert.Equal([1, 2], read.Trials.Select(trial => trial.Round));
        Assert.Equal(
            ["trials.jsonl:4: ", "trials.jsonl:5: ", "trials.jsonl:6: "],
            read.BadLines.Select(bad => bad[..16])
        );
        var note = Assert.Single(read.Info.Notes);
        Assert.Equal((RecordedRun.DamagedId, AuditVerdict.Warning), (note.Id, note.Verdict));
        Assert.Contains("trials.jsonl:4: ", note.Text);
    }

    [Fact]
    public void A_line_has_a_checksum_and_one_of_an_earlier_version_is_said_to_have_none()
    {
        var folder = Create();
        File.WriteAllText(folder["trials.jsonl"], Json(Trial.Of()) + "\n");
        folder.Append([Trial.Of(round: 2)]);
        var line = File.ReadLines(folder["trials.jsonl"]).Last();
        Assert.Matches("^{.*,\"crc32c\":\"[0-9a-f]{8}\"}$", line);
        Assert.Equal(2, JsonDocument.Parse(line).RootElement.GetProperty("round").GetInt32());
        var read = folder.Read();
        Assert.Empty(read.BadLines);
        Assert.StartsWith("1 of 2 trials have no checksums", Assert.Single(read.Info.Notes).Text);
    }

    /// <summary>Checked by another implementation: "123456789" has 0xe3069283.</summary>
    [Fact]
    public void The_checksum_is_crc32c()
    {
        Assert.Equal("123456789,\"crc32c\":\"e3069283\"}", Checksum.Append("123456789}"));
        Assert.True(Checksum.IsValid("123456789,\"crc32c\":\"e3069283\"}"));
        Assert.False(Checksum.IsValid("123456780,\"crc32c\":\"e3069283\"}"));
        Assert.Null(Checksum.IsValid("{\"crc\":1}"));
    }

    /// <summary>A live worker that tells this is refused; so is a recorded trial.</summary>
    [Fact]
    public void What_a_live_worker_could_not_tell_is_left_out() =>
        IsLeftOut(
            Trial.Of(Trial.Window() with { Received = 10_900, Sent = 10_900, Answered = 10_900 }),
            "unbroken: counts do not add up: 10900 received, 0 corrupt, 10000 in the histogram"
        );

    [Fact]
    public void A_trial_of_a_cell_that_the_run_has_not_and_cores_that_are_no_list_are_left_out()
    {
        IsLeftOut(Trial.Of(cell: "x/tcp-b c1"), "'x/tcp-b c1' is no cell of the run");
        foreach (var cpus in new[] { "0;1", "0-", "0-2000000000" })
            IsLeftOut(Trial.Of() with { ServerCpus = cpus }, "cores are lists");
    }

    private void IsLeftOut(TrialRecord trial, string problem)
    {
        var folder = RunFolder.Create(_folder[System.IO.Path.GetRandomFileName()], Trial.Run(Trial.Cell()));
        folder.Append([trial]);
        Assert.StartsWith($"trials.jsonl:1: {problem}", Assert.Single(folder.Read().BadLines));
    }

    /// <summary>Each of its lines is as it was written. Of a damaged plan nobody knows when its run started.</summary>
    [Fact]
    public void A_trial_of_another_run_is_left_out()
    {
        var folder = Create();
        var other = RunFolder.Create(
            _folder["other"],
            Trial.Run(Trial.Cell()) with
            {
                StartedAt = DateTimeOffset.UnixEpoch.AddTicks(1),
            }
        );
        folder.Append([Trial.Of()]);
        other.Append([Trial.Of(round: 2)]);
        File.AppendAllText(folder["trials.jsonl"], File.ReadAllText(other["trials.jsonl"]));
        var read = folder.Read();
        Assert.Equal([1], read.Trials.Select(trial => trial.Round));
        Assert.StartsWith("trials.jsonl:2: is a trial of another run", Assert.Single(read.BadLines));
        File.WriteAllText(folder.PlanFile, File.ReadAllText(folder.PlanFile).Replace("1970", "1971"));
        Assert.Equal([1, 2], folder.Read().Trials.Select(trial => trial.Round));
    }

    [Fact]
    public void A_run_that_ended_by_itself_is_not_interrupted_when_its_summary_is_lost()
    {
        var folder = Create();
        folder.Append([Trial.Of()]);
        Assert.True(SummedRun.Read(folder).Summary.Interrupted);
        folder.Complete(folder.ReadInfo(), trials: 1);
        Assert.False(SummedRun.Read(folder).Summary.Interrupted);
    }

    private static TrialRecord OfRun(TrialRecord trial) => trial with { RunStartedAt = DateTimeOffset.UnixEpoch };

    [Fact]
    public void Of_what_finds_no_room_nothing_is_left()
    {
        var folder = Create();
        folder.Append([Trial.Of()]);
        var before = File.ReadAllText(folder["trials.jsonl"]);
        folder.WriteText = (file, text) =>
        {
            PlainFile.Write(file, text[..(text.IndexOf('\n') + 1)]);
            throw new IOException("No space left on device");
        };
        Assert.Throws<PingmarkException>(() => folder.Append([Trial.Of(round: 2), Trial.Of(round: 3)]));
        Assert.Equal(before, File.ReadAllText(folder["trials.jsonl"]));
    }

    [Fact]
    public void A_description_that_is_broken_or_of_another_version_or_without_cells_is_refused()
    {
        var folder = Create();
        var written = File.ReadAllText(folder["run.json"]);
        File.WriteAllText(folder["run.json"], "{\n  \"suite\": 3\n}");
        Assert.StartsWith($"{folder["run.json"]}:2: ", Refusal(folder));
        File.WriteAllText(folder["run.json"], written.Replace(RunInfo.CurrentSchema, "pingmark.run/2"));
        Assert.Contains("pingmark.run/2", Refusal(folder));
        Assert.Contains("has no cells", Refusal(RunFolder.Create(_folder["none"], Trial.Run())));
    }

    private static string Refusal(RunFolder folder) =>
        Assert.Throws<BadInputException>(() => folder.ReadInfo()).Message;

    [Fact]
    public void A_folder_with_a_run_is_not_overwritten()
    {
        Create().Append([Trial.Of()]);
        Assert.Equal(
            $"{Path} holds a run already; choose another folder with --out",
            Assert.Throws<BadInputException>(() => Create()).Message
        );
        Assert.Single(RunFolder.Open(Path).Read().Trials);
        // Nor are trials of nobody joined.
        _folder.Write("other/trials.jsonl", "{}\n");
        Assert.Contains(
            "holds a run already",
            Assert.Throws<BadInputException>(() => RunFolder.Create(_folder["other"], Trial.Run())).Message
        );
    }

    [Fact]
    public void A_folder_without_a_name_and_one_that_cannot_be_written_are_errors()
    {
        Assert.Throws<BadInputException>(() => RunFolder.Create("", Trial.Run()));
        // A file where the folder should be; root may write in any folder.
        _folder.Write("some", "");
        Assert.StartsWith(
            $"the run folder '{Path}' can't be written: ",
            Assert.Throws<BadInputException>(() => Create()).Message
        );
    }

    [Fact]
    public void Trials_that_cannot_be_written_are_an_error_that_says_what_is_kept()
    {
        var folder = Create();
        Directory.Delete(Path, recursive: true);
        var error = Assert.Throws<PingmarkException>(() => folder.Append([Trial.Of()]));
        Assert.Equal(ExitCode.CellFailed, error.ExitCode);
        Assert.Contains("earlier trials are kept", error.Message);
    }

    [Fact]
    public void A_folder_without_a_run_is_an_error() =>
        Assert.Contains("holds no run", Assert.Throws<BadInputException>(() => RunFolder.Open(_folder.Path)).Message);
}
