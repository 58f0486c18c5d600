using System.Text.Json;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Tests.Results;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>The lines of <c>run --stream</c>, of a fake machine.</summary>
public sealed class TrialStreamTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly List<JsonElement> _lines = [];

    public void Dispose() => _folder.Dispose();

    private async Task<Summary> MeasureAsync(FakeMachine machine, Action<JsonElement>? told = null)
    {
        var stream = new TrialStream(text =>
        {
            Assert.StartsWith("{\"event\":\"", text, StringComparison.Ordinal);
            Assert.DoesNotContain('\n', text);
            _lines.Add(JsonDocument.Parse(text).RootElement);
            told?.Invoke(_lines[^1]);
        });
        var run = new SuiteRun(machine, new SidesHere([0, 1]), FakeMachine.Silent) { Recording = stream.Beside };
        var summary = await run.ExecuteAsync(
            machine.AsSuite(new() { Seed = 5, Rounds = 3 }),
            _ => Availability.Yes,
            info =>
            {
                var folder = RunFolder.Create(_folder["run"], info);
                stream.Begin(info, folder.Path);
                return folder;
            },
            CancellationToken.None
        );
        stream.End(summary);
        return summary;
    }

    private IEnumerable<string> Events => _lines.Select(line => line.GetProperty("event").GetString()!);

    [Fact]
    public async Task A_run_is_told_trial_by_trial_when_it_is_on_the_disk_and_round_by_round()
    {
        var (told, kept) = (0, 0);
        var summary = await MeasureAsync(
            FakeMachine.With("a", "b"),
            line =>
            {
                if (line.GetProperty("event").GetString() != "trial")
                    return;
                // Whoever acts on a line finds in the folder what it tells.
                kept = File.ReadLines(_folder["run/trials.jsonl"]).Count();
                Assert.True(kept >= ++told, $"{told} trials are told, {kept} are kept");
            }
        );
        Assert.Equal((6, 6), (told, kept));
        string[] round = ["trial", "trial", "round"];
        Assert.Equal(["run", .. round, .. round, .. round, "summary"], Events);
        Assert.Equal("pingmark.stream/1", _lines[0].GetProperty("schema").GetString());
        Assert.Equal(
            summary.Cells.Select(cell => cell.Id),
            _lines[0].GetProperty("cells").EnumerateArray().Select(id => id.GetString())
        );
        Assert.True(_lines[1].GetProperty("figures").GetProperty("throughput_per_s").GetDouble() > 0);
        var last = _lines[^2].GetProperty("cells")[0];
        Assert.Equal(3, last.GetProperty("rounds").GetInt32());
        Assert.Equal(
            summary.Cells[0].Figures["throughput_per_s"].Value,
            last.GetProperty("figures").GetProperty("throughput_per_s").GetProperty("value").GetDouble()
        );
        Assert.Equal("fake", _lines[^1].GetProperty("summary").GetProperty("suite").GetString());
    }

    [Fact]
    public async Task A_trial_that_failed_says_why()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].ClientFails("connect", "nobody is there");
        await MeasureAsync(machine);
        var failed = _lines.First(line =>
            line.TryGetProperty("status", out var status) && status.GetString() == "failed"
        );
        Assert.Contains("nobody is there", failed.GetProperty("reason").GetString());
        Assert.Empty(failed.GetProperty("figures").EnumerateObject());
    }
}
