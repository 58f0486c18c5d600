using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Nbn;

/// <summary>Writes the result of NetworkBenchmarkDotNet's custom benchmark as Markdown that can be pasted.</summary>
public static class NbnReport
{
    internal static readonly string[] NameColumns = ["Method", "Library", "Transmission"];
    internal static readonly string[] Columns = [.. NameColumns, "Clients", "Throughput", "Mean", "Error", "StdDev"];
    private static readonly IReadOnlyList<Metric> Shown = Metric.All.Where(metric => metric.IsInNbn).ToList();

    /// <param name="width">The number of columns of a terminal that shows it, whose tables fit it then.</param>
    public static string Render(
        NbnOptions options,
        IReadOnlyList<NbnResult> results,
        MachineInfo machine,
        IReadOnlyList<Note>? sites = null,
        int width = AlignedTable.Endless
    )
    {
        var measured = results.Where(r => r.IsMeasured).ToList();
        List<string> lines = [.. WriteHeading(options, results, machine), ""];
        lines.AddRange(
            AlignedTable.Render(
                3,
                [.. Columns, .. Shown.Select(m => m.Title), "Lost", "Silent"],
                results.Select(WriteRow),
                width
            )
        );
        if (measured.Count > 0)
            lines.AddRange([
                "",
                .. NbnCosts.Table(
                    ["Library"],
                    measured.SelectMany(r => NbnCosts.Rows([NameOf(r.Cell)], r.Window!)),
                    width
                ),
            ]);
        lines.AddRange([
            "",
            .. ExplainErrors(measured),
            .. measured.Select(r => DescribeDrops(r, sites is not { Count: > 0 } ? "this machine" : "its machines")),
            .. measured.SelectMany(ExplainCollector),
            .. results.SelectMany(ListRemarks),
            .. (sites ?? []).Select(note => $"* {note.Verdict.Word()}: {OneLine(note.Text)}"),
        ]);
        return string.Join('\n', lines.SelectMany(line => AlignedTable.Wrapped(line, width))).TrimEnd() + "\n";
    }

    public static string LibraryOf(string stack) =>
        NbnLibraries.NameOf(stack) is var name && name == stack ? stack : $"{name} ({stack})";

    /// <summary>The name of a cell's library, with what tells the cell from others of its stack.</summary>
    internal static string NameOf(CellSummary cell) =>
        LibraryOf(cell.Stack)
        + (cell.Label.StartsWith(cell.Stack, StringComparison.Ordinal) ? cell.Label[cell.Stack.Length..] : "");

    private static IEnumerable<string> WriteHeading(
        NbnOptions o,
        IReadOnlyList<NbnResult> results,
        MachineInfo machine
    ) =>
        [
            $"### {$"pingmark nbn {machine.PingmarkVersion}".TrimEnd()}, Benchmark {o.Benchmark}",
            "```",
            .. NbnEnvironment.Lines(machine, results.Select(r => r.Cell), DescribeJob(results)),
            $"Execution mode: {o.Mode}, running {string.Join(", ", results.Select(r => r.Cell.Label))} "
                + (o.DurationNs is null ? "until it was stopped" : $"for {NbnOptions.Text(o.DurationS)} s"),
            $"Test: {o.Test} with {string.Join(", ", results.Select(r => r.Transmission).Distinct())} messages",
            $"Address: {string.Join(", ", results.Select(r => r.Cell.Scenario.Address).Distinct())}, "
                + $"Port: {NumberText.Count(o.Port)}",
            $"Number of clients: {NumberText.Count(o.Clients)}",
            $"Parallel messages: {NumberText.Count(o.ParallelMessages)}, Size: "
                + $"{NumberText.Count(o.MessageByteSize)} bytes, Payload: {o.Payload}",
            $"Tick rate per second: Client: {NumberText.Count(o.ClientTickRate)}, Server: "
                + $"{NumberText.Count(o.ServerTickRate)}",
            .. o.Network is { } network ? [NbnEnvironment.NetworkOf(network)] : (string[])[],
            $"Reproduce: {NbnCommandLine.Build(o, o.Libraries)}",
            "```",
        ];

    /// <summary>The job in BenchmarkDotNet's words: each part is an iteration.</summary>
    private static string DescribeJob(IReadOnlyList<NbnResult> results)
    {
        var parts = results.Where(r => r.IsMeasured).Select(r => r.PartTimesNs.Count).ToList();
        return $"LaunchCount=1  IterationCount={NbnEnvironment.Range(parts)} (parts of one measurement)  "
            + "WarmupCount=until it has settled";
    }

    private static string[] WriteRow(NbnResult r)
    {
        string[] name =
        [
            "PingPong",
            NameOf(r.Cell),
            r.Transmission.ToString(),
            NumberText.Count(r.Cell.Scenario.AllConnections),
        ];
        var c = r.Cell;
        return !r.IsMeasured
            ? [.. name, c.Status.Word(), .. Enumerable.Repeat(NumberText.Missing, 5 + Shown.Count)]
            :
            [
                .. name,
                Throughput(Metric.Throughput.EstimateOf(c)!.Value),
                NumberText.Duration(1e9 / Metric.Throughput.EstimateOf(c)!.Value),
                .. NbnError.Cells(r.PartTimesNs),
                .. Shown.Select(m => m.Text(c)),
                NumberText.Count(c.Lost),
                NumberText.Count(c.SilentConnections),
            ];
    }

    private static IEnumerable<string> ExplainErrors(List<NbnResult> measured)
    {
        if (measured.Any(r => r.PartTimesNs.Count >= NbnError.FewestValues))
            yield return "* Error (half of the 99.9 % interval) and StdDev are over the parts of one measurement: they "
                + "don't know how processes differ from start to start, as those of `-b Performance` do";
        if (
            NbnError.Missing(
                "part",
                measured.Select(r => (NameOf(r.Cell), r.PartTimesNs.Count)).ToList(),
                "a part takes 2 s, so that `-d 10` has five"
            ) is
            { } missing
        )
            yield return $"* {missing}";
    }

    private static IEnumerable<string> ExplainCollector(NbnResult r) =>
        r.Gc == NbnGc.Server && NbnGcModes.FindProblem(r.Gc, r.Cell.Versions) is { } problem
            ? [$"* warning: {NameOf(r.Cell)}: {problem}"]
            : [];

    private static string DescribeDrops(NbnResult r, string where) =>
        $"* {NameOf(r.Cell)}: {NumberText.Count(r.Window!.UdpReceiveDrops)} datagrams dropped "
        + $"by the kernel of {where}, for a receive buffer was full (UdpRcvbufErrors)";

    private static IEnumerable<string> ListRemarks(NbnResult r) =>
        r
            .Cell.Reasons.Select(reason => $"* {r.Cell.Status.Word()}: {NameOf(r.Cell)}: {OneLine(reason)}")
            .Concat(
                r.Cell.Audits.Where(a => a.Verdict is AuditVerdict.Note or AuditVerdict.Warning)
                    .Select(a => $"* {a.Verdict.Word()}: {NameOf(r.Cell)}: {OneLine(a.Text)}")
            );

    private static string OneLine(string text) =>
        Escape.Markdown(string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)));

    /// <summary>A throughput in NBN's form: <c>185,112 msg/s</c>.</summary>
    internal static string Throughput(double perSecond) =>
        double.IsFinite(perSecond)
            ? perSecond.ToString("#,##0", CultureInfo.InvariantCulture) + " msg/s"
            : NumberText.Missing;
}
