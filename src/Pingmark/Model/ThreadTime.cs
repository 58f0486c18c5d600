namespace Pingmark.Model;

/// <summary>The CPU time that a thread has used since it began.</summary>
public sealed record ThreadTime(string Name, long CpuNs)
{
    /// <summary>What each thread, by its id, used in between; a thread that began meanwhile used all that it
    /// has.</summary>
    public static IReadOnlyDictionary<int, ThreadTime> Difference(
        IReadOnlyDictionary<int, ThreadTime> before,
        IReadOnlyDictionary<int, ThreadTime> after
    ) =>
        after.ToDictionary(
            t => t.Key,
            t => t.Value with { CpuNs = t.Value.CpuNs - (before.GetValueOrDefault(t.Key)?.CpuNs ?? 0) }
        );
}
