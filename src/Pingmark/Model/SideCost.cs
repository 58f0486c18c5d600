using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What a side used in counted time, or around a run whose end nobody knew before.</summary>
/// <param name="CpuNs">All threads, by the kernel's own clock of the process.</param>
/// <param name="Messages">Answers in the same time, at the counted rate.</param>
/// <param name="WallNs">How long that was.</param>
public sealed record SideCost(long CpuNs, long Messages, long WallNs)
{
    /// <summary>Of a process that has both sides.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsOfBoth { get; init; }

    public double? CpuNsPerMessage => Messages > 0 ? (double)CpuNs / Messages : null;

    public static SideCost operator +(SideCost a, SideCost b) =>
        new(a.CpuNs + b.CpuNs, a.Messages + b.Messages, a.WallNs + b.WallNs) { IsOfBoth = a.IsOfBoth };
}
