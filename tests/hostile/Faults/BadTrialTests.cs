using Pingmark.Hostile.Tests.RunFolders;
using Pingmark.Results;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class BadTrialTests : FolderUser
{
    [Theory]
    [InlineData("run.json", "\"cells\": [", "\"cells\": [null,", "run/run.json:")]
    [InlineData("run.json", "\"figures\": [", "\"figures\": [null,", "run/run.json:")]
    [InlineData("run.json", "\"java\": [", "\"java\": [null,", "run/run.json:")]
    [Fault("null among the cells, figures or options of a run folder", "refused with file and line", 2, 5)]
    public async Task Null_is_no_element(string file, string text, string by, string said)
    {
        Change(file, text, by);
        (await ReportAsync()).Exits(2).Complains(said).Within(5);
    }

    [Theory]
    [InlineData("\"received\":10", "\"received\":9223372036854775807,\"unsent\":10", "trials.jsonl:1: ")]
    [InlineData("\"received\":10", "\"received\":9007199254740993,\"unsent\":10", "trials.jsonl:1: ")]
    [InlineData("\"rtt_sum_ns\":", "\"rtt_sum_ns\":4611686018427387905,\"unsent\":", "trials.jsonl:1: ")]
    [InlineData("\"received\":", "\"received\":-", "trials.jsonl:1: slices has a negative count")]
    [InlineData("\"duration_ns\":1", "\"duration_ns\":-1", "trials.jsonl:1: ")]
    [InlineData("\"histogram\":[", "\"histogram\":[5,9007199254740992,6,1,", "trials.jsonl:1: ")]
    [Fault("counts near 2^63, or below 0, in a run folder", "left out, and named with file and line", 1, 5)]
    public Task Counts_are_small_enough_to_be_added_up(string text, string by, string said) => LeftOut(text, by, said);

    [Theory]
    [InlineData("\"slice_rates_per_s\":[", "\"slice_rates_per_s\":[1e300,")]
    [InlineData("\"slice_rates_per_s\":[", "\"slice_rates_per_s\":[1e-300,")]
    [InlineData("\"slice_rates_per_s\":[", "\"slice_rates_per_s\":[-1,")]
    [Fault("rates of 1e300 in a run folder", "left out, and named with file and line", 1, 5)]
    public Task Rates_are_such_as_can_be(string text, string by) => LeftOut(text, by, "trials.jsonl:1: ");

    [Theory]
    [InlineData("\"slice_ended_at_ns\":[", "\"slice_ended_at_ns\":[1,")]
    [InlineData("\"slice_ended_at_ns\":[", "\"slice_ended_at_ns\":[-")]
    [InlineData("\"slice_tries\":[1", "\"slice_tries\":[0")]
    [InlineData("\"collections\":[", "\"collections\":[null,")]
    [Fault(
        "times of slices that are not one for each, or below 0, in a run folder",
        "left out, and named with file and line",
        1,
        5
    )]
    public Task Times_are_such_as_can_be(string text, string by) => LeftOut(text, by, "trials.jsonl:1: ");

    [Theory]
    [InlineData("\"depth\":0", "\"depth\":1000000000")]
    [InlineData("\"depth\":0", "\"depth\":-1")]
    [InlineData("\"depth\":1,\"share\":0.7", "\"depth\":1,\"share\":1e14")]
    [Fault("samples whose calls have no caller, in a run folder", "left out, and named with file and line", 1, 5)]
    public Task Calls_have_a_caller(string text, string by) => LeftOut(text, by, "samples have calls without a caller");

    [Theory]
    [InlineData("0-99999")]
    [InlineData("0-8191,0-8191")]
    [InlineData("1-0")]
    [InlineData("0,")]
    [Fault("lists of more cores than there can be in a run folder", "left out, and named with file and line", 1, 5)]
    public Task Lists_of_cores_are_bounded(string list) =>
        LeftOut(
            "\"server_cpus\":\"0\"",
            $"\"server_cpus\":\"{list}\"",
            "trials.jsonl:1: cores are lists such as 0-2,5"
        );

    [Fact]
    [Fault(
        "a trial stands in a run folder many times, each of which would be compared with each",
        "the first one counts, the others are left out and named",
        1,
        5
    )]
    public async Task A_cell_is_measured_once_in_a_block()
    {
        var first = FolderTexts.Trials.Split('\n')[0];
        Folder.Write("run/trials.jsonl", $"{first}\n{first}\n");
        (await CommandAsync("report", "run", "--json"))
            .Exits(1)
            .Prints("trials.jsonl:2: cpp/tcp-a c1 was measured in block 10 before");
    }

    [Theory]
    [InlineData("\"received\":9991", "\"received\":9000", "slices: counts do not add up: ")]
    [InlineData("\"rtt_max_ns\":", "\"rtt_max_ns\":9", "slices: its longest round trip is ")]
    [InlineData("\"cell\":\"cpp/tcp-a c1", "\"cell\":\"cpp/tcp-b c1", "'cpp/tcp-b c1' is no cell of the run")]
    [Fault(
        "a recorded trial says what a live worker would be refused for, or is of no cell",
        "left out, and named with file and line",
        1,
        5
    )]
    public Task Trials_add_up(string text, string by, string said) => LeftOut(text, by, $"trials.jsonl:1: {said}");

    private async Task LeftOut(string text, string by, string said)
    {
        Change("trials.jsonl", text, by);
        (await CommandAsync("report", "run", "--json")).Exits(1).Prints(said, RecordedRun.DamagedId).Within(5);
    }

    private void Change(string file, string text, string by)
    {
        var valid = File.ReadAllText(Folder["run/" + file]);
        var at = valid.IndexOf(text, StringComparison.Ordinal);
        Assert.True(at >= 0, $"{file} lacks {text}");
        Folder.Write("run/" + file, valid[..at] + by + valid[(at + text.Length)..]);
    }
}
