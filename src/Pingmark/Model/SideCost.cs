namespace Pingmark.Model;

/// <summary>What a side used in counted time, or around a run whose end nobody knew before.</summary>
/// <param name="CpuNs">All threads, by the kernel's own clock of the process.</param>
/// <param name="Messages">Answers in the same time, at the counted rate.</param>
/// <param name="WallNs">How long that was.</param>
public sealed record SideCost(long CpuNs, long Messages, long WallNs)
{
    public double? CpuNsPerMessage => Messages > 0 ? (double)CpuNs / Messages : null;

    public static SideCost operator +(SideCost a, SideCost b) =>
        new(a.CpuNs + b.CpuNs, a.Messages + b.Messages, a.WallNs + b.WallNs);
}
