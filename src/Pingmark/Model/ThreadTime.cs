namespace Pingmark.Model;

/// <summary>What a thread has used since it began.</summary>
/// <param name="RunQueueDelayNs">How long it was ready to run and waited for a core.</param>
public sealed record ThreadTime(string Name, long CpuNs, long RunQueueDelayNs = 0)
{
    /// <summary>What each thread, by its id, used in between; a thread that began meanwhile used all that it
    /// has.</summary>
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
