using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Sections;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Reports.Html;

/// <summary>The data of the page's charts: the figures of summary.json as they are, the curves of all percentiles,
/// trials over time and samples. Cells are named by their places in the list of all.</summary>
internal static class ChartData
{
    private const int SignificantDigits = 4;

    /// <summary>The options for JSON; the encoder escapes what could end the element or begin another.</summary>
    internal static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        Encoder = JavaScriptEncoder.Default,
        Converters = { new SafeText() },
    };

    public static string ToJson(RunSource run, ChartSources sources)
    {
        var (summary, groups, names) = (run.Summary, run.Groups, run.Names);
        var metrics = Metric.All.Where(m => summary.Cells.Any(c => m.EstimateOf(c) is not null)).ToList();
        var places = summary.Cells.Index().ToDictionary(c => c.Item.Id, c => c.Index);
        var curveOf = sources.Curves.ToDictionary(c => c.Cell);
        var data = new
        {
            Metrics = metrics.Select(m => new
            {
                m.Key,
                m.Title,
                Unit = m.Unit.ChartName,
                Table = m.Table.ToString(),
                m.HigherIsFaster,
            }),
            Scenarios = groups.Select(group => new
            {
                group.Title,
                Headline = group.Scenario.HeadlineMetric,
                Cells = group.Cells.Select(cell => places[cell.Id]),
            }),
            Cells = from at in groups.SelectMany(one => one.Cells.Select(cell => (Group: one, Cell: cell)))
            orderby places[at.Cell.Id]
            let cell = at.Cell
            let curve = curveOf.GetValueOrDefault(cell.Id)
            select new
            {
                cell.Id,
                Series = at.Group.Name(cell),
                Name = names.Find(cell.Id),
                cell.Stack,
                Server = cell.Label,
                cell.Client,
                Usable = cell.Status == CellStatus.Ok,
                Mark = CellMark.Find(cell) is { } mark ? new[] { $"{mark.Sign}", mark.Meaning } : null,
                Figures = metrics
                    .Where(m => m.EstimateOf(cell) is { } estimate && double.IsFinite(estimate.Value))
                    .ToDictionary(m => m.Key, m => ValueAndBounds(m.EstimateOf(cell)!)),
                Published = PublishedRow
                    .ForGroup(at.Group, summary)
                    .Where(row => row.Cell == cell && double.IsFinite(row.Figure.Value))
                    .DistinctBy(row => row.Figure.Metric)
                    .ToDictionary(row => row.Figure.Metric, row => row.Figure.Value),
                Curve = curve is null
                    ? null
                    : new
                    {
                        curve.Nines,
                        curve.Ns,
                        curve.Known,
                    },
            },
            Sweeps = ChartSweep.FindAll(summary, places),
            Courses = sources
                .Courses.Where(course => places.ContainsKey(course.Cell))
                .Select(course => new
                {
                    Cell = places[course.Cell],
                    course.Round,
                    Points = course.Points.Select(Point),
                    Events = course.Events.Select(one => new
                    {
                        Kind = one.Kind.Word(),
                        From = Milliseconds(one.FromS),
                        To = Milliseconds(one.ToS),
                        one.Text,
                    }),
                }),
            Samples = from cell in summary.Cells
            from side in cell.Samples
            where side.Summary.Calls.Count > 0
            select new
            {
                Title = $"{names.Find(cell.Id)}, {side.Side}",
                Calls = side.Summary.Calls.Select(call =>
                    new object[] { call.Method, call.Depth, Math.Round(call.Share, 5) }
                ),
            },
            Tails = sources
                .Tails.Where(tail => places.ContainsKey(tail.Cell))
                .Select(tail => Tail(tail, places[tail.Cell])),
        };
        return JsonSerializer.Serialize(data, Options);
    }

    /// <summary>A point of a trial over time; the last number is 1 for a continuous window.</summary>
    private static double?[] Point(CoursePoint point) =>
        [
            Milliseconds(point.FromS),
            Milliseconds(point.ToS),
            Round(point.RatePerS),
            Round(point.RttP50Ns),
            Round(point.RttP99Ns),
            point.IsContinuousWindow ? 1 : 0,
        ];

    /// <summary>The slowest messages of a trial and the events beside them, whose kinds are told by their places in the
    /// list; -1 where nothing explains a message.</summary>
    private static object Tail(TailCourse tail, int cell)
    {
        var kinds = tail.Events.Select(one => one.Kind).Distinct().ToList();
        return new
        {
            Cell = cell,
            tail.Round,
            Kinds = kinds,
            Messages = tail.Messages.Select(one =>
                new[] { Microseconds(one.AtS), one.RoundTripNs, one.Cause is { } cause ? kinds.IndexOf(cause) : -1 }
            ),
            Events = tail.Events.Select(one =>
                new[] { Microseconds(one.FromS), Microseconds(one.ToS), kinds.IndexOf(one.Kind) }
            ),
            Texts = tail.Events.Select(one =>
                string.Join(
                    ", ",
                    new[] { one.Side, one.Words, one.LastedNs is { } ns ? NumberText.Duration(ns) : "" }.Where(text =>
                        text.Length > 0
                    )
                )
            ),
        };
    }

    private static double Milliseconds(double seconds) => Math.Round(seconds, 3);

    private static double Microseconds(double seconds) => Math.Round(seconds, 6);

    private static double?[] ValueAndBounds(Estimate estimate) =>
        [estimate.Value, Finite(estimate.CiLow), Finite(estimate.CiHigh)];

    private static double? Finite(double? value) => value is { } v && double.IsFinite(v) ? v : null;

    /// <summary>A number with as many digits as anybody can see; there are thousands of these.</summary>
    private static double? Round(double? value)
    {
        if (value is not { } v || !double.IsFinite(v) || v <= 0)
            return value is 0 ? 0 : null;
        var scale = Math.Pow(10, SignificantDigits - 1 - Math.Floor(Math.Log10(v)));
        return Math.Round(Math.Round(v * scale) / scale, 9);
    }

    /// <summary>Texts come from suites and workers: nothing in them may steer what shows them.</summary>
    private sealed class SafeText : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteStringValue(TerminalSafeText.Plain(value));
    }
}
