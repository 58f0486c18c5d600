namespace Pingmark;

/// <summary>
/// Waits for somebody else, but no longer than they may take. Time passes in short steps, each of which counts for its
/// own length at most: while this process is stopped (Ctrl-Z, a debugger, a frozen container) nobody's time runs out.
/// </summary>
internal static class Deadline
{
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(1);

    /// <summary>For what has come already, and is only to be picked up.</summary>
    private static readonly TimeSpan LastLook = TimeSpan.FromSeconds(0.25);

    /// <returns>False: it goes on. A task that failed throws what it failed with.</returns>
    public static async Task<bool> MetAsync(Task task, TimeSpan deadline, TimeProvider clock, CancellationToken cancel)
    {
        for (var left = deadline; left > TimeSpan.Zero; left -= Step)
            if (await EndsWithinAsync(task, left < Step ? left : Step, clock, cancel).ConfigureAwait(false))
                return true;
        return await EndsWithinAsync(task, LastLook, clock, cancel).ConfigureAwait(false);
    }

    private static async Task<bool> EndsWithinAsync(
        Task task,
        TimeSpan time,
        TimeProvider clock,
        CancellationToken cancel
    )
    {
        try
        {
            await task.WaitAsync(time, clock, cancel).ConfigureAwait(false);
            return true;
        }
        catch (TimeoutException)
        {
            if (!task.IsCompleted)
                return false;
            // It ended in this very moment, or this is what it failed with.
            await task.ConfigureAwait(false);
            return true;
        }
    }
}
