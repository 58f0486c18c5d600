using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Nbn;

/// <summary>Writes a custom benchmark's result as Markdown that can be pasted: what was run, on which machine, and the
/// figures.</summary>
public static class NbnReport
{
    private static readonly IReadOnlyList<Metric> Shown = Metric.All.Where(metric => metric.IsInNbn).ToList();

    /// <param name="machine">The server's machine.</param>
    /// <param name="sites">Notes about the machines, where others than this one took part.</param>
    public static string Render(
        NbnOptions options,
        IReadOnlyList<NbnResult> results,
        MachineInfo machine,
        IReadOnlyList<Note>? sites = null
    )
    {
        var measured = results.Where(r => r.IsMeasured).ToList();
        List<string> lines = [.. Head(options, results, machine), ""];
        lines.AddRange(
            AlignedTable.Render(
                3,
                [
                    "Method",
                    "Library",
                    "Transmission",
                    "Clients",
                    "Throughput",
                    "Mean",
                    "Error",
                    "StdDev",
                    .. Shown.Select(m => m.Title),
                    "Lost",
                    "Silent",
                ],
                results.Select(Row)
            )
        );
        if (measured.Count > 0)
            lines.AddRange([
                "",
                .. AlignedTable.Render(
                    2,
                    ["Library", "Side", "Messages", "CPU/message", "GCs", "GC pause", "Allocated/message"],
                    measured.SelectMany(Costs)
                ),
            ]);
        lines.AddRange([
            "",
            .. Errors(measured),
            .. measured.Select(r => Drops(r, sites is not { Count: > 0 } ? "this machine" : "its machines")),
            .. results.SelectMany(Remarks),
            .. (sites ?? []).Select(note => $"* {note.Verdict.Word()}: {OneLine(note.Text)}"),
        ]);
        return string.Join('\n', lines).TrimEnd() + "\n";
    }

    public static string LibraryOf(string stack) =>
        NbnLibraries.NameOf(stack) is var name && name == stack ? stack : $"{name} ({stack})";

    private static IEnumerable<string> Head(NbnOptions o, IReadOnlyList<NbnResult> results, MachineInfo machine) =>
        [
            $"### {$"pingmark nbn {machine.PingmarkVersion}".TrimEnd()}, Benchmark {o.Benchmark}",
            "```",
            $"OS: {machine.Os}, kernel {machine.Kernel}; CPU: {machine.Cpu}, {NumberText.Count(machine.Cores)} cores",
            .. results.Select(Version).Distinct(),
            $"Execution mode: {o.Mode}, running {string.Join(", ", results.Select(r => r.Cell.Stack))} "
                + (o.DurationNs is null ? "until it was stopped" : $"for {NbnOptions.Text(o.DurationS)} s"),
            $"Test: {o.Test} with {string.Join(", ", results.Select(r => r.Transmission).Distinct())} messages",
            $"Address: {string.Join(", ", results.Select(r => r.Cell.Scenario.Address).Distinct())}, "
                + $"Port: {NumberText.Count(o.Port)}",
            $"Number of clients: {NumberText.Count(o.Clients)}",
            $"Parallel messages: {NumberText.Count(o.ParallelMessages)}, Size: "
                + $"{NumberText.Count(o.MessageByteSize)} bytes, Payload: {o.Payload}",
            $"Tick rate per second: Client: {NumberText.Count(o.ClientTickRate)}, Server: "
                + $"{NumberText.Count(o.ServerTickRate)}",
            $"Reproduce: {NbnCommandLine.Build(o, o.Libraries)}",
            "```",
        ];

    private static string Version(NbnResult result) =>
        $"{result.Cell.Stack}: "
        + (result.IsMeasured ? string.Join("; ", result.Cell.Versions.Values.Distinct()) : result.Cell.Status.Word());

    private static string[] Row(NbnResult r)
    {
        string[] name =
        [
            "PingPong",
            LibraryOf(r.Cell.Stack),
            r.Transmission.ToString(),
            NumberText.Count(r.Cell.Scenario.Connections),
        ];
        var c = r.Cell;
        return !r.IsMeasured
            ? [.. name, c.Status.Word(), .. Enumerable.Repeat(NumberText.Missing, 5 + Shown.Count)]
            :
            [
                .. name,
                Throughput(Metric.Throughput.EstimateOf(c)!.Value),
                Time(1e9 / Metric.Throughput.EstimateOf(c)!.Value),
                .. NbnTable.ErrorAndStdDev(r.PartTimesNs),
                .. Shown.Select(m => m.Text(c)),
                NumberText.Count(c.Lost),
                NumberText.Count(c.SilentConnections),
            ];
    }

    private static IEnumerable<string[]> Costs(NbnResult r) =>
        new[] { ("server", r.Window!.Server), ("clients", r.Window.Client) }
            .Where(s => s.Item2 is not null)
            .Select(s => Cost(r, s.Item1, s.Item2!));

    private static string[] Cost(NbnResult r, string side, Usage u) =>
        [
            LibraryOf(r.Cell.Stack),
            side,
            NumberText.Count(u.Messages),
            Time(u.CpuNs / (double)Math.Max(1, u.Messages)),
            u.GcCount is { } count ? NumberText.Count(count) : NumberText.Missing,
            Time(u.GcPauseNs),
            u.AllocatedBytes is { } bytes
                ? NumberText.Bytes(bytes / (double)Math.Max(1, u.Messages))
                : NumberText.Missing,
        ];

    private static IEnumerable<string> Errors(List<NbnResult> measured) =>
        measured.Any(r => r.PartTimesNs.Count > 1)
            ?
            [
                "* Error (half of the 99.9 % interval) and StdDev are over the parts of one measurement: they don't "
                    + "know how processes differ from start to start, as those of `-b Performance` do",
            ]
            : [];

    private static string Drops(NbnResult r, string where) =>
        $"* {LibraryOf(r.Cell.Stack)}: {NumberText.Count(r.Window!.UdpReceiveDrops)} datagrams dropped "
        + $"by the kernel of {where}, for a receive buffer was full (UdpRcvbufErrors)";

    private static IEnumerable<string> Remarks(NbnResult r) =>
        r
            .Cell.Reasons.Select(reason => $"* {r.Cell.Status.Word()}: {LibraryOf(r.Cell.Stack)}: {OneLine(reason)}")
            .Concat(
                r.Cell.Audits.Where(a => a.Verdict is AuditVerdict.Note or AuditVerdict.Warning)
                    .Select(a => $"* {a.Verdict.Word()}: {LibraryOf(r.Cell.Stack)}: {OneLine(a.Text)}")
            );

    private static string OneLine(string text) =>
        Escape.Markdown(string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)));

    /// <summary>A throughput in NBN's form: <c>185,112 msg/s</c>.</summary>
    internal static string Throughput(double perSecond) =>
        double.IsFinite(perSecond)
            ? perSecond.ToString("#,##0", CultureInfo.InvariantCulture) + " msg/s"
            : NumberText.Missing;

    private static string Time(double? ns) => ns is { } value ? NumberText.Duration(value) : NumberText.Missing;
}
