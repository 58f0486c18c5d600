namespace Pingmark.Model;

/// <summary>The time that a thread has used since it began, in ns.</summary>
/// <param name="RunQueueDelayNs">How long the thread was ready to run and waited for a core, in ns.</param>
public sealed record ThreadTime(string Name, long CpuNs, long RunQueueDelayNs = 0)
{
    /// <summary>The time that each thread used between two readings, by its id. A thread that began between them used
    /// all that it has.</summary>
    public static IReadOnlyDictionary<int, ThreadTime> Difference(
        IReadOnlyDictionary<int, ThreadTime> before,
        IReadOnlyDictionary<int, ThreadTime> after
    ) =>
        after.ToDictionary(
            t => t.Key,
            t =>
                before.GetValueOrDefault(t.Key) is not { } earlier
                    ? t.Value
                    : t.Value with
                    {
                        CpuNs = t.Value.CpuNs - earlier.CpuNs,
                        RunQueueDelayNs = t.Value.RunQueueDelayNs - earlier.RunQueueDelayNs,
                    }
        );
}
