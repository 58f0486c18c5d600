using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section on what each side did with its CPU time and its memory, as profilers recorded it.</summary>
internal static class SamplesSection
{
    private const string HowToRead =
        "Shares are of the process's CPU time; self includes the system calls that the method makes. Recording slows a "
        + "worker down: compare its speed with no other trial's.";

    public static Section Build(RunSource run) =>
        new(
            "samples",
            "Where the time goes",
            [
                Comparison(run.Summary),
                .. from cell in run.Summary.Cells
                from side in cell.Samples
                select BuildDetails($"{run.Names.Find(cell.Id)}, {side.Side}", side.Summary, side.Messages),
            ]
        );

    /// <param name="title">The sampled side: <c>dotnet/enet server</c>.</param>
    /// <param name="summary">The recording's summary; without a file nothing was recorded, and its notes say
    /// why.</param>
    /// <param name="messages">How many messages the side handled meanwhile.</param>
    public static Details BuildDetails(string title, SamplingSummary summary, long messages) =>
        new(
            $"Samples: {title}",
            [.. summary.File is { } file ? Recorded(title, summary, messages, file) : [], new Bullets(summary.Notes)]
        );

    private static Block[] Recorded(string title, SamplingSummary summary, long messages, string file) =>
        [
            new Bullets(Facts(summary, messages).ToList()),
            Table.FromItems(
                $"Methods of {title}",
                summary.TopMethods,
                ("Method", m => m.Method),
                (Column.Figure("Self"), m => Percent(m.SelfShare)),
                (Column.Figure("With callees"), m => Percent(m.TotalShare))
            ),
            Table.FromItems(
                $"What {title} allocated",
                summary.TopAllocated,
                ("Allocated type", t => t.Type),
                (Column.Figure("Share of bytes"), t => Percent(t.Share))
            ),
            Paragraph.Small($"{HowToRead} The whole recording: {file}"),
        ];

    /// <summary>The table that compares what the stacks did with their time; the first three columns are
    /// text.</summary>
    public static Table Comparison(Summary summary)
    {
        var names = new CellNames(summary);
        return Table.FromItems(
            "Stacks side by side",
            from cell in summary.Cells
            from side in cell.Samples
            where side.Summary.File is not null
            select (Cell: cell, Side: side, side.Summary),
            (Column.Stack, row => names.Find(row.Cell.Id)),
            ("Side", row => row.Side.Side),
            (
                "Most of its own time in",
                row =>
                    row.Summary.TopMethods.MaxBy(method => method.SelfShare) is { } most
                        ? $"{most.Method} {Percent(most.SelfShare)}"
                        : NumberText.Missing
            ),
            (Column.Figure("CPU a message"), row => Each(row.Summary.CpuNs, row.Side.Messages, NumberText.Duration)),
            (
                Column.Figure("Allocated a message"),
                row => Each(row.Summary.AllocatedBytes, row.Side.Messages, NumberText.Bytes)
            ),
            (
                Column.Figure("Collections"),
                row => row.Summary.GcCount is { } count ? NumberText.Count(count) : NumberText.Missing
            ),
            (Column.Figure("Pauses"), row => NumberText.Duration(row.Summary.GcPauseNs ?? double.NaN))
        );
    }

    private static string Each(long? value, long messages, Func<double, string> format) =>
        value is { } known && messages > 0 ? format((double)known / messages) : NumberText.Missing;

    private static IEnumerable<string> Facts(SamplingSummary s, long messages)
    {
        string PerMessage(long value, Func<double, string> format) =>
            messages > 0 ? $", {Each(value, messages, format)} a message" : "";
        var cores = NumberText.Number((double)s.CpuNs / Math.Max(1, s.DurationNs));
        yield return $"CPU: {NumberText.Duration(s.CpuNs)} in {NumberText.Duration(s.DurationNs)} ({cores} "
            + $"cores){PerMessage(s.CpuNs, NumberText.Duration)}; "
            + $"{NumberText.Count(s.CpuSamples)} CPU samples, {NumberText.Count(s.WaitingSamples)} of "
            + "waiting threads left out";
        if (s.RuntimeThreads.Count > 0)
            yield return "Runtime threads, which no sample shows: "
                + $"{string.Join(", ", s.RuntimeThreads.Select(t => $"{t.Thread} {Percent(t.Share)}"))}";
        if (s.GcCount is { } count)
            yield return $"Collections: {NumberText.Count(count)}"
                + (count > 0 ? $", {NumberText.Duration(s.GcPauseNs ?? 0)} of pauses" : "");
        if (s.AllocatedBytes is { } bytes)
            yield return bytes == 0
                ? "Allocated: nothing that the recorder saw"
                : $"Allocated: {NumberText.Bytes(bytes)}{PerMessage(bytes, NumberText.Bytes)}";
    }

    private static string Percent(double share) => (100 * share).ToString("0.0", CultureInfo.InvariantCulture) + " %";
}
