using System.Text.Json;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>What must hold of a run of two stacks whose cells have several client workers.</summary>
internal static class PairedSlices
{
    /// <summary>The two took turns, each with all of its client workers. In continuous windows both sides counted the
    /// same; of slices the controller itself fails a cell one of whose sides tells less than was answered.</summary>
    public static void AreCountedByBothSides(CommandLineUser user, int generators)
    {
        Assert.All(
            user.Summary("run").Cells(),
            cell => Assert.Equal(("slices", "ok"), (cell.Text("design"), cell.Text("status")))
        );
        var trials = user.Trials();
        Assert.Equal(2, trials.Count);
        // In each pass both have a slice.
        Assert.Equal(Passes(trials[0]).Distinct(), Passes(trials[1]).Distinct());
        foreach (var trial in trials)
        {
            Assert.NotEmpty(Passes(trial));
            Assert.Equal(Passes(trial).Count, trial.GetProperty("slice_rates_per_s").GetArrayLength());
            var (slices, unbroken) = (trial.GetProperty("slices"), trial.GetProperty("unbroken"));
            HasAllOf(slices, generators);
            HasAllOf(unbroken, generators);
            foreach (var side in new[] { "server", "client" })
                Assert.Equal(unbroken.Number("answered"), unbroken.GetProperty(side).Number("messages"));
        }
    }

    private static void HasAllOf(JsonElement window, int generators)
    {
        var all = window.GetRawText();
        var record = window.GetProperty("generators");
        Assert.Equal(generators, record.Number("asked"));
        Assert.True(record.Number("least_received") > 0, all);
        Assert.True(window.Number("sent") == window.Number("received") + window.Number("lost"), all);
        Assert.InRange(window.Number("answered"), window.Number("received"), long.MaxValue);
    }

    private static IReadOnlyList<int> Passes(JsonElement trial) =>
        [.. trial.GetProperty("slice_passes").EnumerateArray().Select(pass => pass.GetInt32()).Order()];
}
