using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Nbn;

/// <summary>The table of what a message costs each side: CPU time, collections and allocated bytes.</summary>
internal static class NbnCosts
{
    private static readonly Metric ServerCpu = Metric.Find("server_cpu_ns_per_msg")!,
        ClientCpu = Metric.Find("client_cpu_ns_per_msg")!,
        ServerAllocated = Metric.Find("server_allocated_bytes_per_msg")!,
        ClientAllocated = Metric.Find("client_allocated_bytes_per_msg")!;

    /// <returns>The table's lines; none where there is no row.</returns>
    public static IReadOnlyList<string> Table(
        string[] named,
        IEnumerable<string[]> rows,
        int width = AlignedTable.Endless
    ) =>
        rows.ToList() is { Count: > 0 } some
            ?
            [
                .. AlignedTable.Render(
                    named.Length + 1,
                    [.. named, "Side", "Messages", "CPU/message", "GCs", "GC pause", "Allocated/message"],
                    some,
                    width
                ),
            ]
            : [];

    /// <summary>The rows of both sides of one measurement.</summary>
    public static IEnumerable<string[]> Rows(string[] name, CountedWindow window) =>
        from side in new[] { ("server", window.Server), ("clients", window.Client) }
        where side.Item2 is not null
        let used = side.Item2!
        let messages = (double)Math.Max(1, used.Messages)
        select Row(
            [.. name, side.Item1],
            used,
            NumberText.Duration(used.CpuNs / messages),
            used.AllocatedBytes is { } bytes ? NumberText.Bytes(bytes / messages) : NumberText.Missing
        );

    /// <summary>The rows of both sides of a cell: CPU time and bytes of a message as all reports of the run have them,
    /// and the collections in the continuous windows of all rounds.</summary>
    public static IEnumerable<string[]> Rows(string[] name, CellSummary cell, CellEvidence evidence)
    {
        (string Side, IEnumerable<Usage?> Used, Metric Cpu, Metric Allocated)[] sides =
        [
            ("server", evidence.Ok.Select(trial => trial.Unbroken?.Server), ServerCpu, ServerAllocated),
            ("clients", evidence.Ok.Select(trial => trial.Unbroken?.Client), ClientCpu, ClientAllocated),
        ];
        return from side in sides
            let used = side.Used.OfType<Usage>().ToList()
            where used.Count > 0
            select Row(
                [.. name, side.Side],
                used.Aggregate((all, one) => all + one),
                side.Cpu.Text(cell),
                side.Allocated.Text(cell)
            );
    }

    private static string[] Row(string[] name, Usage used, string cpu, string allocated) =>
        [
            .. name,
            NumberText.Count(used.Messages),
            cpu,
            used.GcCount is { } count ? NumberText.Count(count) : NumberText.Missing,
            used.GcPauseNs is { } pause ? NumberText.Duration(pause) : NumberText.Missing,
            allocated,
        ];
}
