using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>A search for a capacity, short: what it finds depends on the machine, and that it is consistent does
/// not.</summary>
public sealed class CapacityTests : CommandLineUser
{
    [Fact]
    [Trait("Gate", "no")]
    public async Task A_short_search_ends_with_its_files_its_words_and_its_code()
    {
        // More is measured than a busy machine has time for; what is there is shown.
        Variables["PINGMARK_LONGEST_WARM_UP_MS"] = "400";
        // What others do to a window is no reason here to leave it out.
        Variables["PINGMARK_ACCEPT_NOISE"] = "1";
        var run = await RunAsync([
            .. "capacity cpp/tcp-epoll --slo p90<5ms --connections 4 --budget 20s --json --out found".Split(' '),
        ]);
        var cell = run.Json.GetProperty("cells")[0];
        Assert.Equal(CodeOf(cell), run.ExitCode);
        Assert.Equal("cpp/tcp-epoll c4 32B", cell.Text("id"));
        Assert.True(cell.GetProperty("windows").GetInt32() > 1, run.ToString());
        Assert.True(cell.GetProperty("curve").GetArrayLength() > 1, run.ToString());
        Assert.All(
            ["capacity.json", "steps.jsonl", "capacity-summary.json", "report.md", "report.html", "capacities.csv"],
            file => Assert.True(new FileInfo(Folder["found/" + file]).Length > 0, file)
        );
        run.Complains("generation 1/5: cpp/tcp-epoll c4 32B");

        // The summary is a function of the steps.
        var again = await RunAsync("report", "found", "--json");
        Assert.Equal(run.ExitCode, again.ExitCode);
        Assert.Equal(run.Json.GetProperty("cells").GetRawText(), again.Json.GetProperty("cells").GetRawText());
    }

    /// <summary>What a cell carries at least is an answer, too.</summary>
    private static int CodeOf(JsonElement cell) =>
        cell.Text("outcome") switch
        {
            "found" => 0,
            "failed" => 1,
            "idle_misses" => 6,
            "no_load_misses" => HasMet(cell) ? 0 : 7,
            "beyond_client" => HasMet(cell) ? 0 : 8,
            _ => 9,
        };

    private static bool HasMet(JsonElement cell) => cell.GetProperty("highest_met").ValueKind == JsonValueKind.Number;

    [Theory]
    [InlineData("capacity cpp/tcp-epoll --slo p99<1", "--slo p99<1: slo: the limit of p99 needs a unit")]
    [InlineData("capacity cpp/tcp-epoll --slo p99<1ms --budget 5s", "a budget of 5 s is too short", "give --budget ")]
    public async Task What_can_not_be_searched_for_is_refused(string line, params string[] problems) =>
        (await RunAsync(line.Split(' '))).Exits(2).Complains(problems);

    [Fact]
    public async Task A_client_without_open_loop_is_refused_with_who_can() =>
        (await RunAsync([.. "capacity java/tcp-threads --slo p99<1ms --budget 30s".Split(' ')]))
            .Exits(2)
            .Complains("can't send at a rate", "client: reference");
}
