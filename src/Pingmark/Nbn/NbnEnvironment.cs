using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Nbn;

/// <summary>The lines with which BenchmarkDotNet begins a result: the program and the system, the processor, and what
/// ran there. All of it was told by the kernel and by the workers themselves.</summary>
internal static class NbnEnvironment
{
    public static IReadOnlyList<string> Lines(MachineInfo machine, IEnumerable<CellSummary> cells, string job)
    {
        var ran = cells
            .GroupBy(NbnReport.NameOf)
            .SelectMany(
                same =>
                    same.Select(cell => cell.Versions)
                        .Where(sides => sides.Count > 0)
                        .Select(Text)
                        .Distinct()
                        .DefaultIfEmpty(same.First().Status.Word()),
                (same, text) => (Name: same.Key, Text: text)
            )
            .ToList();
        var width = ran.Select(one => one.Name.Length).DefaultIfEmpty().Max();
        return
        [
            $"Pingmark=v{machine.PingmarkVersion}, OS={machine.Os}, Kernel={machine.Kernel}",
            $"{machine.Cpu}, {Cores(machine)}",
            .. ran.Select(one => $"  {one.Name.PadRight(width)} : {one.Text}"),
            job,
        ];
    }

    /// <summary>The line of an impaired network.</summary>
    public static string NetworkOf(Network network) =>
        $"Network: {NetworkKeys.Text(network)}, each way, by {network.Engine.Word()}";

    /// <summary>The versions of both sides, once where they are the same.</summary>
    private static string Text(IReadOnlyDictionary<string, string> sides) =>
        NbnGcModes.InBenchmarkDotNetWords(
            sides.Values.Distinct().Count() == 1
                ? sides.Values.First()
                : string.Join("; ", sides.Select(side => $"{side.Key} {side.Value}"))
        );

    /// <summary>The least and the most of some counts: <c>5</c>, or <c>3-5</c>.</summary>
    public static string Range(IReadOnlyCollection<int> counts) =>
        counts.Count == 0 ? NumberText.Missing
        : counts.Min() == counts.Max() ? NumberText.Count(counts.Max())
        : $"{NumberText.Count(counts.Min())}-{NumberText.Count(counts.Max())}";

    private static string Cores(MachineInfo machine) =>
        machine.PhysicalCores is { } physical
            ? $"{NumberText.Count(machine.Cores)} logical and {NumberText.Count(physical)} physical cores"
            : $"{NumberText.Count(machine.Cores)} logical cores";
}
