namespace Pingmark.Model;

/// <summary>What a side used around a run: the CPU time of its whole process, load that is not counted
/// included.</summary>
/// <param name="CpuNs">All threads, by the kernel's own clock of the process.</param>
/// <param name="Messages">Answers in the same time, counted or not.</param>
/// <param name="WallNs">How long that was.</param>
public sealed record SideCost(long CpuNs, long Messages, long WallNs)
{
    public double? CpuNsPerMessage => Messages > 0 ? (double)CpuNs / Messages : null;

    public static SideCost operator +(SideCost a, SideCost b) =>
        new(a.CpuNs + b.CpuNs, a.Messages + b.Messages, a.WallNs + b.WallNs);
}
