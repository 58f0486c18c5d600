using System.Globalization;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>A summary of samples for a report in Markdown.</summary>
public static class SamplingText
{
    internal const string HowToRead =
        "Shares are of the process's CPU time; self includes the system calls that the method makes. Recording slows a "
        + "worker down: compare its speed with no other trial's.";

    /// <param name="title">Who was sampled: <c>dotnet/enet server</c>.</param>
    /// <param name="messages">Messages that it handled meanwhile.</param>
    public static IReadOnlyList<string> Lines(string title, SamplingSummary summary, long messages)
    {
        var text = new MarkdownText();
        AddTo(text, title, summary, messages);
        return text.ToString().TrimEnd().Split('\n');
    }

    internal static void AddTo(MarkdownText text, string title, SamplingSummary summary, long messages)
    {
        text.Heading(3, $"Samples: {title}");
        if (summary.File is { } file)
        {
            text.List(Facts(summary, messages));
            text.Table(
                1,
                ["Method", "Self", "With callees"],
                summary.TopMethods.Select(m => (string[])[m.Method, Percent(m.SelfShare), Percent(m.TotalShare)])
            );
            text.Table(
                1,
                ["Allocated type", "Share of bytes"],
                summary.TopAllocated.Select(t => (string[])[t.Type, Percent(t.Share)])
            );
            text.Paragraph($"{HowToRead} The whole recording: {file}");
        }
        text.List(summary.Notes);
    }

    /// <summary>What each stack did with its time, side by side; nothing where nothing was recorded.</summary>
    internal static IReadOnlyList<IReadOnlyList<string>> Comparison(Summary summary)
    {
        var names = new CellNames(summary);
        return
        [
            .. from cell in summary.Cells
            from side in cell.Samples
            where side.Summary.File is not null
            select Compared(names.Of(cell.Id), side),
        ];
    }

    /// <summary>The first three columns are text.</summary>
    internal static readonly IReadOnlyList<string> Compares =
    [
        "Stack",
        "Side",
        "Most of its own time in",
        "CPU a message",
        "Allocated a message",
        "Collections",
        "Pauses",
    ];

    private static string[] Compared(string name, SideSamples side)
    {
        var (summary, messages) = (side.Summary, side.Messages);
        var most = summary.TopMethods.MaxBy(method => method.SelfShare);
        return
        [
            name,
            side.Side,
            most is null ? NumberText.Missing : $"{most.Method} {Percent(most.SelfShare)}",
            messages > 0 ? NumberText.Duration((double)summary.CpuNs / messages) : NumberText.Missing,
            messages > 0 && summary.AllocatedBytes is { } bytes
                ? NumberText.Bytes((double)bytes / messages)
                : NumberText.Missing,
            summary.GcCount is { } count ? NumberText.Count(count) : NumberText.Missing,
            summary.GcPauseNs is { } pauseNs ? NumberText.Duration(pauseNs) : NumberText.Missing,
        ];
    }

    internal static IEnumerable<string> Facts(SamplingSummary s, long messages)
    {
        var cores = NumberText.Number((double)s.CpuNs / Math.Max(1, s.DurationNs));
        yield return $"CPU: {NumberText.Duration(s.CpuNs)} in {NumberText.Duration(s.DurationNs)} ({cores} "
            + $"cores){PerMessage(s.CpuNs, messages, NumberText.Duration)}; "
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
                : $"Allocated: {NumberText.Bytes(bytes)}{PerMessage(bytes, messages, NumberText.Bytes)}";
    }

    private static string PerMessage(long value, long messages, Func<double, string> format) =>
        messages > 0 ? $", {format((double)value / messages)} a message" : "";

    internal static string Percent(double share) => (100 * share).ToString("0.0", CultureInfo.InvariantCulture) + " %";
}
