using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What a side used in counted time; where nobody knew before when the run would end, in the time around
/// it.</summary>
/// <param name="CpuNs">CPU time of all threads, by the kernel's clock of the process.</param>
/// <param name="Messages">Answers in the same time, at the counted rate.</param>
/// <param name="WallNs">How long that time was.</param>
public sealed record SideCost(long CpuNs, long Messages, long WallNs)
{
    /// <summary>Whether the process plays both sides.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsOfBoth { get; init; }

    public double? CpuNsPerMessage => Messages > 0 ? (double)CpuNs / Messages : null;

    public static SideCost operator +(SideCost a, SideCost b) =>
        new(a.CpuNs + b.CpuNs, a.Messages + b.Messages, a.WallNs + b.WallNs) { IsOfBoth = a.IsOfBoth };
}
