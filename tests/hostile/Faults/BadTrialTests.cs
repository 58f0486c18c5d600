using Pingmark.Results;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>A recorded trial is checked as a live worker's reply is.</summary>
public sealed class BadTrialTests : FolderUser
{
    [Theory]
    [InlineData("\"cells\": [")]
    [InlineData("\"java\": [")]
    public async Task Null_in_a_list_is_refused_with_file_and_line(string list)
    {
        Change("run.json", list, list + "null,");
        (await ReportAsync()).Exits(2).Complains("run/run.json:");
    }

    [Theory]
    [InlineData("\"received\":10", "\"received\":9223372036854775807,\"unsent\":10")]
    [InlineData("\"rtt_sum_ns\":", "\"rtt_sum_ns\":4611686018427387905,\"unsent\":")]
    [InlineData("\"received\":", "\"received\":-")]
    [InlineData("\"duration_ns\":1", "\"duration_ns\":-1")]
    [InlineData("\"histogram\":[", "\"histogram\":[5,9007199254740992,6,1,")]
    [InlineData("\"slice_rates_per_s\":[", "\"slice_rates_per_s\":[1e300,")]
    [InlineData("\"slice_ended_at_ns\":[", "\"slice_ended_at_ns\":[1,")]
    [InlineData("\"slice_tries\":[1", "\"slice_tries\":[0")]
    [InlineData("\"collections\":[", "\"collections\":[null,")]
    [InlineData("\"depth\":0", "\"depth\":1000000000", "samples have calls without a caller")]
    [InlineData("\"server_cpus\":\"0\"", "\"server_cpus\":\"0-8191,0-8191\"", "cores are lists such as 0-2,5")]
    [InlineData("\"received\":9991", "\"received\":9000", "slices: counts do not add up: ")]
    public async Task A_trial_that_can_not_be_is_left_out_and_named(string text, string by, string said = ".jsonl:1: ")
    {
        Change("trials.jsonl", text, by);
        (await CommandAsync("report", "run", "--json")).Exits(1).Prints(said, RecordedRun.DamagedId);
    }

    private void Change(string file, string text, string by)
    {
        var valid = File.ReadAllText(Folder["run/" + file]);
        var at = valid.IndexOf(text, StringComparison.Ordinal);
        Assert.True(at >= 0, $"{file} lacks {text}");
        Folder.Write("run/" + file, valid[..at] + by + valid[(at + text.Length)..]);
    }
}
