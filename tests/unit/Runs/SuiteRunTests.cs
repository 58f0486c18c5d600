using System.Text.Json;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Tests.Doctor;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Pingmark.Tests.Statistics;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>A suite from cells to reports, on a fake machine and in a folder of its own.</summary>
public sealed class SuiteRunTests : IDisposable
{
    private static readonly Availability NoJdk = new(
        false,
        "javac is not installed",
        "apt-get install openjdk-17-jdk-headless"
    );

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private Task<Summary> Run(
        FakeMachine machine,
        Func<string, Availability>? availability = null,
        CancellationToken cancel = default,
        bool sampling = false,
        params Note[] surroundings
    ) =>
        Execute(
            machine,
            new(machine, new LocalSides([0, 1]), FakeMachine.Silent) { Surroundings = surroundings },
            Usual with
            {
                Sampling = sampling,
            },
            availability,
            cancel
        );

    private static readonly SuiteSettings Usual = new() { Seed = 5, Rounds = 5 };

    private Task<Summary> Execute(
        FakeMachine machine,
        SuiteRun run,
        SuiteSettings settings,
        Func<string, Availability>? availability = null,
        CancellationToken cancel = default,
        IReadOnlyList<Cell>? cells = null
    ) =>
        run.ExecuteAsync(
            machine.AsSuite(settings, cells),
            availability ?? (_ => Availability.Yes),
            info => RunFolder.Create(_folder["run"], info),
            cancel
        );

    [Fact]
    public async Task A_run_leaves_its_trials_and_reports_in_its_folder_with_what_was_done_to_the_machine()
    {
        var note = new Note("no-sleep-states", AuditVerdict.Note, "the cores were kept awake");
        var summary = await Run(FakeMachine.With("a", "b"), surroundings: note);
        Assert.Equal([CellStatus.Ok, CellStatus.Ok], summary.Cells.Select(c => c.Status));
        Assert.Equal(
            ["report.html", "report.md", "results.csv", "run.json", "summary.json", "trials.jsonl"],
            Directory.GetFiles(_folder["run"]).Select(Path.GetFileName).Order()
        );
        var folder = RunFolder.Open(_folder["run"]);
        Assert.Equal(10, folder.Read().Trials.Count);
        Assert.Contains(note, folder.ReadInfo().Notes);
        Assert.Contains(note, summary.Notes);
        Assert.Contains(note.Text, File.ReadAllText(_folder["run/report.md"]));
    }

    /// <summary>What waits is not compared with what spins, each class has its first cell as the baseline, and the
    /// folder keeps both.</summary>
    [Fact]
    public async Task Like_is_compared_with_like()
    {
        var machine = FakeMachine.With("a", "b", "c", "d");
        machine["b"].Spins();
        machine["d"].Spins();
        var summary = await Execute(
            machine,
            new(machine, new LocalSides([0, 1]), FakeMachine.Silent),
            Usual with
            {
                BaselineBy = [ClassFact.Waits],
            }
        );
        Assert.Equal(
            ["c a", "d b"],
            summary.Comparisons.Select(made => $"{made.A} {made.B}").Distinct().Order(StringComparer.Ordinal)
        );
        Assert.Equal(
            ["blocking", "spinning", "blocking", "spinning"],
            RunFolder.Open(_folder["run"]).ReadInfo().Cells.Select(cell => cell.Class!.Title)
        );
        Assert.Contains("spinning: 1 connection x 1 in flight", File.ReadAllText(_folder["run/report.md"]));
    }

    /// <summary>What doctor measured while others had the cores is in no plan, and a quiet run's own noise takes its
    /// place.</summary>
    [SkippableFact]
    public async Task A_run_goes_by_a_quiet_machine_s_noise_alone_and_leaves_its_own()
    {
        Skip.If(Noise.IsAccepted, "noise is accepted here, so that no run tells the machine's own");
        var file = new NoiseFile(_folder["state"], Trial.Machine, "id");
        Directory.CreateDirectory(Path.GetDirectoryName(file.Path)!);
        var now = DateTimeOffset.Now;
        var busy = MadeUp.Noise with { MeasuredAt = now, ForeignShare = 0.5, SliceSd = 0.27 };
        File.WriteAllText(file.Path!, JsonSerializer.Serialize(busy, ModelJson.Options));
        using var said = new StringWriter();
        var machine = FakeMachine.With("a", "b");
        var random = new Random(3);
        machine["b"].Runs(run => 20_000 * (run.Kind == "slice" ? Math.Exp(0.1 * random.Normal()) : 1));
        await Execute(
            machine,
            new(machine, new LocalSides([0, 1]), new ProgressLog(said, isTerminal: false), file),
            Usual with
            {
                SliceNs = 30_000_000,
                BudgetNs = 60_000_000_000,
            }
        );
        Assert.DoesNotContain("by the noise that was measured here", said.ToString().Split('\n')[0]);
        var noise = file.Load(DateTimeOffset.Now)!;
        Assert.Equal(("a", true), (noise.Stack, noise.MeasuredAt >= now));
        Assert.InRange(noise.SliceSd, 0.05, 0.15);
    }

    [Fact]
    public async Task That_cells_shared_their_sides_is_told_and_kept()
    {
        var machine = FakeMachine.With("a", "b");
        var summary = await Execute(
            machine,
            new(machine, new LocalSides([0, 1]), FakeMachine.Silent),
            new() { Rounds = 1, SharesSides = true },
            cells: machine.Matrix
        );
        Assert.All(summary.Cells, cell => Assert.Equal(CellStatus.Ok, cell.Status));
        Assert.Contains("shared-processes", summary.Notes.Select(note => note.Id));
        var settings = RunFolder.Open(_folder["run"]).ReadInfo().Settings;
        Assert.True(settings is { SharesSides: true, MostSides: > 0 });
    }

    [Fact]
    public async Task A_sampled_trial_follows_the_rounds_and_changes_no_figure()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"]
            .BeforeMeasuring(run =>
            {
                if (run.Start > 5)
                    throw new FakeError("lost its way");
            });
        var sampled = await Run(machine, sampling: true);
        var records = RunFolder.Open(_folder["run"]).Read().Trials;
        Assert.Equal(
            ["a server", "a client", "b server"],
            records.SelectMany(r => r.Samples).Select(s => $"{s.Stack} {s.Side}")
        );
        Assert.Contains("lost its way", Assert.Single(records[^1].Samples[0].Summary.Notes));
        Assert.Equal((12, 5, CellStatus.Ok), (records.Count, sampled.Cells[1].Rounds, sampled.Cells[1].Status));
        Assert.Contains("## Where the time goes", File.ReadAllText(_folder["run/report.md"]));
    }

    [Fact]
    public async Task What_is_not_available_is_recorded_with_its_mend_and_the_rest_runs_with_the_next_baseline()
    {
        var machine = FakeMachine.With("java", "b", "c");
        var summary = await Run(machine, stack => stack == "java" ? NoJdk : Availability.Yes);
        Assert.Equal([CellStatus.Unavailable, CellStatus.Ok, CellStatus.Ok], summary.Cells.Select(c => c.Status));
        Assert.Contains("apt-get install", Assert.Single(summary.Cells[0].Reasons));
        Assert.DoesNotContain(machine.Starts, s => s.Stack == "java");
        Assert.Equal(ExitCode.Ok, RunReports.ExitCodeOf(summary));
        Assert.NotEmpty(summary.Comparisons);
        Assert.All(summary.Comparisons, c => Assert.Equal(("c", "b"), (c.A, c.B)));
    }

    [Fact]
    public async Task Nothing_available_is_an_error_that_lists_what_mends_it_and_leaves_no_folder()
    {
        var error = await Assert.ThrowsAsync<PingmarkException>(() => Run(FakeMachine.With("java"), _ => NoJdk));
        Assert.Equal(ExitCode.NothingAvailable, error.ExitCode);
        Assert.Contains("apt-get install", error.Message);
        Assert.False(Directory.Exists(_folder["run"]));
    }

    [Fact]
    public async Task Without_a_cell_that_can_have_its_network_there_is_a_report_of_the_reasons()
    {
        var lossy = new Network { Loss = 0.01, Engine = NetworkEngine.Relay };
        var machine = FakeMachine.With("cpp/tcp-epoll").Where(new Scenario { Network = lossy });
        var summary = await Run(machine);
        Assert.Equal(CellStatus.Unsupported, Assert.Single(summary.Cells).Status);
        Assert.Empty(machine.Starts);
    }

    [Fact]
    public async Task Ctrl_C_leaves_a_report_of_the_finished_trials()
    {
        using var controlC = new CancellationTokenSource();
        var machine = FakeMachine.With("a", "b");
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run.Start == 3)
                    controlC.Cancel();
            });
        var summary = await Run(machine, cancel: controlC.Token);
        Assert.True(summary.Interrupted);
        Assert.Equal([2, 2], summary.Cells.Select(c => c.Rounds));
        Assert.Equal(ExitCode.Interrupted, RunReports.ExitCodeOf(summary));
    }

    [Fact]
    public async Task A_pin_that_the_machine_has_not_is_an_error_before_anything_starts()
    {
        var machine = FakeMachine.With("a").Where(new Scenario { Pin = new("9") });
        await Assert.ThrowsAsync<BadInputException>(() => Run(machine));
        Assert.Empty(machine.Starts);
    }

    [Fact]
    public async Task A_faster_stack_is_found_faster()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].Runs(run => 25_000 + run.Start);
        var comparison = Assert.Single((await Run(machine)).Comparisons, c => c.Metric == "throughput_per_s");
        Assert.Equal(ComparisonVerdict.Faster, comparison.Verdict);
        Assert.Equal(1.25, comparison.Ratio.Value, 2);
    }
}
