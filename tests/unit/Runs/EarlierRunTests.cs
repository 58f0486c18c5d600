using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Tests.Results;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>A run that ended early is gone on with in its folder, or refused with each reason.</summary>
public sealed class EarlierRunTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Trials => File.ReadAllText(_folder["run/trials.jsonl"]);

    private static Suite Suite(FakeMachine machine) =>
        new()
        {
            Name = "fake",
            Cells = machine.Cells,
            Settings = new() { Rounds = 5 },
        };

    private async Task<Summary> RunAsync(
        FakeMachine machine,
        Suite? suite = null,
        bool resumes = false,
        Func<string, Availability>? availability = null,
        CancellationToken cancel = default,
        params Note[] surroundings
    )
    {
        var earlier = resumes ? EarlierRun.Open(_folder["run"]) : null;
        using var locked = earlier?.Folder;
        return await new SuiteRun(machine, [0, 1], FakeMachine.Silent) { Earlier = earlier }.ExecuteAsync(
            suite ?? earlier?.Suite ?? Suite(machine),
            availability ?? (_ => Availability.Yes),
            info =>
            {
                earlier?.Folder.Rewrite(info);
                return earlier?.Folder ?? RunFolder.Create(_folder["run"], info);
            },
            cancel,
            surroundings
        );
    }

    /// <summary>Ended after two rounds, in the middle of a line.</summary>
    private async Task BreakAsync(params string[] stacks)
    {
        using var controlC = new CancellationTokenSource();
        var machine = FakeMachine.With(stacks);
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run.Start == 3)
                    controlC.Cancel();
            });
        await RunAsync(machine, cancel: controlC.Token);
        File.AppendAllText(_folder["run/trials.jsonl"], "{\"round\":3,");
    }

    [Fact]
    public async Task Its_trials_stay_and_the_summary_says_that_it_was_resumed()
    {
        await BreakAsync("a", "b");
        var before = Trials[..(Trials.LastIndexOf('\n') + 1)];
        var summary = await RunAsync(FakeMachine.With("a", "b"), resumes: true);
        Assert.StartsWith(before, Trials);
        Assert.Equal([5, 5], summary.Cells.Select(cell => cell.Rounds));
        Assert.False(summary.Interrupted);
        Assert.StartsWith("resumed on ", Assert.Single(summary.Notes, note => note.Id == "resumed").Text);
        Assert.Contains("after 4 trials", File.ReadAllText(_folder["run/report.md"]));
    }

    [Fact]
    public async Task A_complete_run_is_refused()
    {
        await RunAsync(FakeMachine.With("a"));
        var e = Assert.Throws<BadInputException>(() => EarlierRun.Open(_folder["run"]));
        Assert.Contains("is complete", e.Message);
    }

    [Fact]
    public async Task Each_difference_is_named_and_nothing_is_touched()
    {
        await BreakAsync("a", "b");
        var file = _folder["run/run.json"];
        var info = RunFolder.Open(_folder["run"]).ReadInfo();
        File.WriteAllText(
            file,
            File.ReadAllText(file)
                .Replace(info.Machine.Kernel, "1.2.3", StringComparison.Ordinal)
                .Replace($"\"{info.Machine.PingmarkVersion}\"", "\"0.0.1\"", StringComparison.Ordinal)
        );
        var (plan, trials) = (File.ReadAllText(file), Trials);
        var machine = FakeMachine.With("a", "b");
        var asked = Suite(machine);
        asked = asked with
        {
            Settings = asked.Settings with { Rounds = 6 },
            Cells = [asked.Cells[0], asked.Cells[1] with { Scenario = new() { Connections = 2 } }],
        };
        var e = await Assert.ThrowsAsync<BadInputException>(() =>
            RunAsync(
                machine,
                asked,
                resumes: true,
                availability: stack => stack == "b" ? new(false, "gone", "get it") : Availability.Yes,
                surroundings: SleepStates.Note
            )
        );
        Assert.All(
            [
                $"kernel: 1.2.3, now {info.Machine.Kernel}",
                $"pingmark version: 0.0.1, now {info.Machine.PingmarkVersion}",
                "cores kept awake: no, now yes",
                "rounds: 5, now 6",
                "connections: 1, now 2 (b)",
                "unavailable: no, now yes (b)",
            ],
            difference => Assert.Contains($"\n  {difference}", e.Message, StringComparison.OrdinalIgnoreCase)
        );
        Assert.Empty(machine.Starts);
        Assert.Equal((plan, trials), (File.ReadAllText(file), Trials));
    }

    [Fact]
    public async Task A_network_that_can_not_be_made_any_more_is_refused_and_one_that_never_was_stays_away()
    {
        await BreakAsync("a", "b");
        TrialRecord Refused(string cell, CellStatus status) =>
            new()
            {
                Round = 0,
                Block = 0,
                Cell = cell,
                Status = status,
                Reason = "the network 5 ms could not be made",
            };
        var opened = EarlierRun.Open(_folder["run"]);
        using var locked = opened.Folder;
        var earlier = opened with { Trials = [.. opened.Trials, Refused("c", CellStatus.Invalid)] };
        var cells = FakeMachine.With("a", "c").Cells;
        Assert.Equal([false, true], cells.Select(earlier.HadNoNetwork));
        earlier.RequireNetworks([Refused("b", CellStatus.Unsupported)]);
        Assert.EndsWith(
            "can't be resumed now: the network 5 ms could not be made",
            Assert.Throws<BadInputException>(() => earlier.RequireNetworks([Refused("a", CellStatus.Invalid)])).Message
        );
    }

    [Fact]
    public async Task A_plan_that_can_not_be_measured_is_refused()
    {
        await BreakAsync("a");
        var file = _folder["run/run.json"];
        File.WriteAllText(file, File.ReadAllText(file).Replace("\"slice_ns\": 100000000", "\"slice_ns\": 0"));
        Assert.Contains(
            "can't be measured",
            Assert.Throws<BadInputException>(() => EarlierRun.Open(_folder["run"])).Message
        );
    }
}
