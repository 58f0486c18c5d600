using System.Text.Json.Nodes;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Several client workers of one server are one client: counted together, begun together.</summary>
public class GeneratorTests
{
    private const int Four = 4;
    private const long SecondNs = 1_000_000_000;

    private static FakeMachine Machine(Scenario? scenario = null) =>
        FakeMachine.With("a").Where((scenario ?? new()) with { Generators = Four });

    private static async Task<TrialRecord> MeasureAsync(FakeMachine machine) =>
        Assert.Single(await machine.BlockAsync(sliced: false));

    [Fact]
    public async Task Counts_add_up_with_each_other_and_with_the_server_s()
    {
        var machine = Machine();
        var unbroken = (await MeasureAsync(machine)).Unbroken!;
        Assert.Equal(1 + Four, machine.Starts.Count);
        Assert.Equal((SecondNs, Four * 20_000), (unbroken.DurationNs, unbroken.Received));
        Assert.Equal(unbroken.Answered, unbroken.Server!.Messages);
        Assert.Equal(unbroken.Answered, unbroken.Client!.Messages);
        Assert.Equal(Four * 20_000, Histogram.FromSparse(unbroken.Histogram).Count);
        var generators = unbroken.Generators!;
        Assert.Equal((Four, 20_000, 20_000), (generators.Asked, generators.LeastReceived, generators.MostReceived));
        Assert.Empty(generators.Lost);
    }

    [Fact]
    public async Task One_that_is_lost_is_named_the_others_count_and_the_run_fails()
    {
        var machine = Machine();
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run is { Kind: "unbroken", Start: 2 })
                    throw new FakeError("was killed on purpose");
            });
        var record = await MeasureAsync(machine);
        Assert.Equal((CellStatus.Ok, 3 * 20_000), (record.Status, record.Unbroken!.Received));
        Assert.Equal("was killed on purpose", Assert.Single(record.Unbroken.Generators!.Lost).Reason);

        var cell = SummaryBuilder.SummarizeCell(Trial.OfCell(machine.Cells[0], [record]));
        Assert.Contains("of 4 generators 1 were lost", cell.Audits.First(a => a.Id == "generators").Text);
        Assert.Equal(ExitCode.CellFailed, RunReports.ExitCodeOf(SummaryOf(cell)));
        var whole = Trial.OfCell(machine.Cells[0], [await MeasureAsync(Machine())]);
        Assert.Equal(ExitCode.Ok, RunReports.ExitCodeOf(SummaryOf(SummaryBuilder.SummarizeCell(whole))));
    }

    private static Summary SummaryOf(CellSummary cell) =>
        new()
        {
            Suite = "fake",
            StartedAt = DateTimeOffset.UnixEpoch,
            DurationS = 1,
            Seed = 1,
            Baseline = cell.Id,
            Machine = Pingmark.Host.Machine.Read(),
            Cells = [cell],
            Comparisons = [],
        };

    [Fact]
    public async Task When_none_is_left_the_cell_fails()
    {
        var machine = Machine();
        machine["a"].ClientFails("unbroken", "on purpose");
        var record = await MeasureAsync(machine);
        Assert.Equal(CellStatus.Failed, record.Status);
        Assert.Contains("on purpose", record.Reason);
    }

    /// <summary>Their clocks are seconds apart, and round trips to them take far less.</summary>
    [Fact]
    public async Task Each_begins_by_its_own_clock()
    {
        var machine = Machine();
        machine["a"].RunsOn("client", "far").HasClocks(start => start * SecondNs);
        var record = await MeasureAsync(machine);
        var starts = OfContinuousWindow(machine).Select(run => (long)run["start_at_ns"]!).ToList();
        Assert.Equal(Four, starts.Count);
        Assert.All(
            starts.Zip(starts.Skip(1), (one, next) => next - one),
            apart => Assert.InRange(apart, SecondNs / 2, SecondNs * 3 / 2)
        );
        Assert.InRange(record.Unbroken!.Generators!.StartSkewNs, 0, SecondNs / 2);
    }

    [Fact]
    public async Task One_that_began_late_is_told()
    {
        var machine = Machine();
        var replies = 0;
        machine["a"]
            .RunsOn("client", "far")
            .ClientAnswers(
                "unbroken",
                reply =>
                {
                    if (++replies != Four)
                        return;
                    foreach (var time in new[] { "from_ns", "to_ns" })
                        reply[time] = (long)reply[time]! + SecondNs;
                }
            );
        var generators = (await MeasureAsync(machine)).Unbroken!.Generators!;
        Assert.InRange(generators.StartSkewNs, SecondNs / 2, 2 * SecondNs);
    }

    [Fact]
    public Task At_a_rate_they_do_not_send_at_the_same_moments() =>
        Assert.AllAsync<(Arrivals Arrivals, int? Burst, long ApartNs)>(
            [(Arrivals.Uniform, null, 250_000), (Arrivals.Poisson, null, 0), (Arrivals.Bursts, 64, 16_000_000)],
            async row =>
            {
                var machine = Machine(
                    new()
                    {
                        RatePerS = 1000,
                        Arrivals = row.Arrivals,
                        Burst = row.Burst,
                        InFlight = 64,
                    }
                );
                machine["a"].SendsAtRates();
                await MeasureAsync(machine);
                var runs = OfContinuousWindow(machine).ToList();
                Assert.Distinct(runs.Select(run => (int)run["seed"]!));
                // The clocks are known to less than what lies between two of them only where nothing else runs.
                var shift = (long)runs[^1]["start_at_ns"]! - (long)runs[0]["start_at_ns"]! - (Four - 1) * row.ApartNs;
                Assert.InRange(shift, -SecondNs / 10, SecondNs / 10);
            }
        );

    [Fact]
    public async Task Stacks_alternate_in_slices_with_the_generators_of_each_together()
    {
        var machine = FakeMachine.With("a", "b", "c").Where(new Scenario { Generators = 2 });
        await machine.SuiteAsync(new() { Rounds = 2 });
        Assert.All(
            machine.Kept,
            record =>
            {
                Assert.Equal(CellStatus.Ok, record.Status);
                Assert.Equal(2 * 20_000d, record.Slices!.ThroughputPerS, tolerance: 1);
                Assert.Equal(2, record.Slices.Generators!.Asked);
            }
        );
        // The baseline with each of the others.
        Assert.All(machine.Kept.GroupBy(record => record.Block), block => Assert.Equal(2, block.Count()));
    }

    [Fact]
    public async Task Where_one_is_lost_its_cell_has_no_slices()
    {
        var machine = FakeMachine.With("a", "b").Where(new Scenario { Generators = 2 });
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run is { Kind: "slice", Nth: 3, Start: 2 })
                    throw new FakeError("was killed on purpose");
            });
        var records = await machine.BlockAsync();
        var lost = records.Single(record => record.Cell == "a");
        Assert.Equal((CellStatus.Ok, null, 1), (lost.Status, lost.Slices, lost.Unbroken!.Generators!.Lost.Count));
        Assert.Empty(lost.SliceRatesPerS);
        Assert.NotNull(records.Single(record => record.Cell == "b").Slices);
    }

    [Fact]
    public void A_slice_is_long_beside_how_closely_they_begin()
    {
        Assert.True(FakeMachine.OneSecond.CanSlice(new() { Generators = 2 }, 20_000, startSkewNs: 2_000_000));
        Assert.False(FakeMachine.OneSecond.CanSlice(new() { Generators = 2 }, 20_000, startSkewNs: 2_000_001));
    }

    [Fact]
    public async Task A_worker_that_does_not_tell_its_clock_cannot_be_one_of_them()
    {
        var machine = Machine();
        machine["a"].ClientAnswers("usage", reply => reply.Remove("now_ns"));
        var record = await MeasureAsync(machine);
        Assert.Equal(CellStatus.Unsupported, record.Status);
        Assert.Contains("tells no clock", record.Reason);
    }

    private static IEnumerable<JsonObject> OfContinuousWindow(FakeMachine machine) => machine.Runs.TakeLast(Four);
}
