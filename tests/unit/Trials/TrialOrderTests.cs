using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Who does what when in a block.</summary>
public class TrialOrderTests
{
    [Fact]
    public async Task A_pair_is_started_warmed_up_sliced_measured_in_a_continuous_window_and_stopped()
    {
        var machine = FakeMachine.With("a", "b");
        await machine.BlockAsync();
        var part = "usage slice usage unbroken";
        Assert.Equal(
            $"start hello describe connect warm-up rehearsal {part} {part} {part} {part} usage disconnect stop end",
            string.Join(' ', machine.Told("b", "client"))
        );
        Assert.Equal(
            "start hello describe listen usage disconnect stop end",
            string.Join(' ', machine.Told("b", "server"))
        );
    }

    [Fact]
    public async Task A_cell_alone_is_measured_in_a_continuous_window_only_each_side_on_its_own_cores()
    {
        var machine = FakeMachine.With("a");
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal(
            "start hello describe connect warm-up usage unbroken usage disconnect stop end",
            string.Join(' ', machine.Told("a", "client"))
        );
        Assert.Equal([("a", "server", "0"), ("a", "client", "1")], machine.Starts);
        Assert.Equal(("0", "1"), (record.ServerCpus, record.ClientCpus));
        Assert.Null(record.Slices);
        Assert.Equal(20_000, record.Unbroken!.Received);
        Assert.Equal(1_000_000_000, record.Unbroken.DurationNs);
    }

    [Fact]
    public async Task All_cells_are_warm_before_the_first_slice_and_have_the_same_time_in_alternating_slices()
    {
        var machine = FakeMachine.With("a", "b", "c");
        var records = await machine.BlockAsync();
        var kinds = machine.Measurements.Select(m => m.Kind).ToList();
        Assert.True(kinds.LastIndexOf("warm-up") < kinds.IndexOf("slice"));
        // Eight slices a cell, in pairs of passes, and after each pair a part of the three cells' windows.
        var counted = kinds[kinds.IndexOf("slice")..];
        Assert.Equal(
            Enumerable.Repeat("slice slice slice slice slice slice unbroken unbroken unbroken", 4),
            counted.Chunk(9).Select(part => string.Join(' ', part))
        );
        Assert.All(machine.Slices.Chunk(6), pair => Assert.Equal(pair, pair.Reverse()));
        Assert.All(
            records,
            r =>
                Assert.Equal(
                    (800_000_000, 8, 16_000),
                    (r.Slices!.DurationNs, r.SliceRatesPerS.Count, (int)r.Slices.Received)
                )
        );
    }

    [Fact]
    public async Task Each_slice_and_each_part_of_a_continuous_window_has_its_time()
    {
        foreach (var record in await FakeMachine.With("a", "b").BlockAsync())
        {
            var timeline = record.Timeline!;
            Assert.Equal(record.SliceRatesPerS.Count, timeline.SliceEndedAtNs.Count);
            Assert.Equal(timeline.SliceEndedAtNs.Order(), timeline.SliceEndedAtNs);
            Assert.True(timeline.UnbrokenEndedAtNs > timeline.SliceEndedAtNs[0]);
            var parts = timeline.Windows!;
            Assert.Equal(4, parts.Count);
            Assert.Equal(parts.OrderBy(part => part.FromNs), parts);
            Assert.All(parts, part => Assert.Equal(20_000, part.RatePerS));
            Assert.Equal((200_000_000, 4_000), (record.Unbroken!.DurationNs, record.Unbroken.Received));
        }
    }

    [Fact]
    public async Task What_compiles_is_warm_before_all_others_begin()
    {
        var machine = FakeMachine.With("a", "b", "c");
        machine["b"].CompilesAsItRuns();
        await machine.BlockAsync();
        var turns = machine.Measurements.Where(m => m.Kind == "warm-up").Select(m => m.Stack).ToList();
        Assert.True(turns.LastIndexOf("b") < turns.FindIndex(stack => stack != "b"), string.Join(' ', turns));
    }

    [Fact]
    public async Task The_same_seed_gives_the_same_order_and_another_seed_another()
    {
        async Task<List<FakeEvent>> Order(int seed)
        {
            var machine = FakeMachine.With("a", "b", "c");
            await machine.SuiteAsync(seed: seed);
            return machine.Events;
        }
        Assert.Equal(await Order(7), await Order(7));
        Assert.NotEqual(await Order(7), await Order(8));
    }

    [Fact]
    public async Task Costs_are_those_of_the_very_slices()
    {
        var machine = FakeMachine.With("a", "b");
        // Longer than this process can stand still: what a machine was kept waiting is part of its time.
        var hours = FakeMachine.OneSecond with
        {
            DurationNs = 1_000_000_000_000,
            SliceNs = 100_000_000_000,
        };
        foreach (var record in await machine.BlockAsync(hours))
        foreach (var window in new[] { record.Slices!, record.Unbroken! })
            Assert.Equal(
                (window.Received, 3000.0, 3000.0),
                (window.ServerCost!.Messages, window.ServerCost.CpuNsPerMessage, window.ClientCost!.CpuNsPerMessage)
            );
    }

    [Fact]
    public async Task A_scenario_of_messages_counts_that_many_whatever_the_rate_and_has_its_window_in_one_piece()
    {
        var machine = FakeMachine.With("a", "b").Where(new Scenario { Messages = 50_000, LapMessages = 100 });
        machine["b"].Runs(10_000);
        var records = await machine.BlockAsync();
        Assert.All(records, r => Assert.Equal(10_000, r.Unbroken!.Received));
        Assert.Equal(40_000, records[1].Slices!.Received);
        Assert.Equal(2, machine.Measurements.Count(m => m.Kind == "unbroken"));
    }

    [Fact]
    public async Task Laps_are_warmed_up_in_the_form_in_which_they_count()
    {
        var machine = FakeMachine.With("a").Where(new Scenario { Messages = 50_000, LapMessages = 100 });
        await machine.BlockAsync();
        var warmUp = machine.Runs.Where(run => (long)run["settle_ns"]! == WarmUp.SettleNs).ToList();
        Assert.True((int?)warmUp[0]["lap_messages"] is null, "at first its rate is not known");
        Assert.All(warmUp.Skip(1), run => Assert.Equal(100, (int?)run["lap_messages"]));
        Assert.True(warmUp.Count > 2);
    }
}
