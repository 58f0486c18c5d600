using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Model;

public sealed class SummaryJsonTests
{
    private static readonly string Written = SummaryJson.Serialize(MockSummary.Build());

    [Fact]
    public void What_was_written_is_read_as_it_was() =>
        Assert.Equal(Written, SummaryJson.Serialize(SummaryJson.Parse(Written, "summary.json")));

    [Fact]
    public void Figures_dates_and_keys_of_dictionaries_are_written_as_the_format_has_them()
    {
        Assert.Contains("\"client_allocated_bytes_per_msg\": null", Written);
        Assert.Equal("value ci_low ci_high", Keys(Cell["throughput_per_s"]!));
        Assert.Contains("\"started_at\": \"2026-01-02T13:04:05+01:00\"", Written);
        Assert.Contains("\"server.no_delay\": \"true\"", Written);
    }

    [Fact]
    public void A_line_is_one_line() =>
        Assert.DoesNotContain('\n', JsonSerializer.Serialize(MockSummary.Build(), SummaryJson.LineOptions));

    [Fact]
    public void A_key_that_is_not_known_is_ignored() =>
        SummaryJson.Parse(Written.Replace("\"seed\"", "\"of_a_later_version\": [], \"seed\""), "summary.json");

    [Fact]
    public void A_file_that_can_not_be_read_says_where_and_why() =>
        Assert.All<(string Json, string Problem)>(
            [
                (
                    "{\n  \"schema\": oops }",
                    "runs/x.json:2:13: not a readable summary at $.schema: 'o' is an invalid start of a value."
                ),
                ("", "runs/x.json:1:1: not a readable summary: The input does not contain any JSON tokens."),
                ("{}", "runs/x.json: no summary: the key 'schema' is missing"),
                ("null", "runs/x.json: no summary: the key 'schema' is missing"),
                (
                    "{\"schema\": \"pingmark.summary/3\"}",
                    "runs/x.json: schema 'pingmark.summary/3' is unknown; this pingmark reads 'pingmark.summary/2'"
                ),
                ("{\"schema\": \"pingmark.summary/2\"}", "runs/x.json:1:33: not a readable summary: "),
            ],
            row =>
                Assert.StartsWith(
                    row.Problem,
                    Assert.Throws<BadInputException>(() => SummaryJson.Parse(row.Json, "runs/x.json")).Message
                )
        );

    [Fact]
    public void A_wrong_value_is_found_by_line_and_path() =>
        Assert.All<(string Right, string Wrong, string Path)>(
            [
                ("\"duration_s\": 52.25", "\"duration_s\": \"long\"", "$.duration_s"),
                ("\"label\": \"cpp/tcp-epoll\"", "\"label\": null", "$.cells[0].label"),
                ("\"value\": 8700", "\"other\": 8700", "$.cells[0].rtt_p50_ns"),
            ],
            row =>
            {
                var at = Written.IndexOf(row.Right, StringComparison.Ordinal);
                var line = Written[..at].Count(c => c == '\n') + 1;
                var broken = Written.Remove(at, row.Right.Length).Insert(at, row.Wrong);
                var error = Assert.Throws<BadInputException>(() => SummaryJson.Parse(broken, "x.json"));
                Assert.Contains($" at {row.Path}", error.Message);
                // A missing key shows only where its object ends, a few lines on.
                var reported = int.Parse(error.Message.Split(':')[1], CultureInfo.InvariantCulture);
                Assert.InRange(reported, line, line + 3);
            }
        );

    [Fact]
    public void A_saved_summary_is_loaded_and_a_missing_one_named()
    {
        var path = Path.Combine(Directory.CreateTempSubdirectory("pingmark-").FullName, "summary.json");
        var missing = Assert.Throws<BadInputException>(() => SummaryJson.Load(path));
        Assert.StartsWith($"{path}: can't be read: ", missing.Message);
        PlainFile.Write(path, SummaryJson.Serialize(MockSummary.Build()));
        Assert.Equal(Written, SummaryJson.Serialize(SummaryJson.Load(path)));
        Assert.Single(Directory.GetFiles(Path.GetDirectoryName(path)!));
        Directory.Delete(Path.GetDirectoryName(path)!, recursive: true);
    }

    private static JsonObject Cell => JsonNode.Parse(Written)!["cells"]![0]!.AsObject();

    private static string Keys(JsonNode node) => string.Join(' ', node.AsObject().Select(p => p.Key));
}
