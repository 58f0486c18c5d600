namespace Pingmark;

/// <summary>Waits for a task of somebody else, no longer than a deadline. Time passes in short steps, each of which
/// counts for its own length at most: while this process is stopped (Ctrl-Z, a debugger, a frozen container) nobody's
/// time runs out. Who still waits for a core then does not hang, and has longer.</summary>
public static class Deadline
{
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(1);

    /// <summary>How much longer than its deadline somebody may wait for a core, in deadlines.</summary>
    private const int MostKeptWaiting = 5;

    /// <summary>A last, short wait for what ended while this process was stopped and is only to be picked up.</summary>
    private static readonly TimeSpan LastLook = TimeSpan.FromSeconds(0.25);

    /// <param name="waitsForCore">Whether the other is ready to run and others have the cores, which is asked in each
    /// step after the deadline; null where that can't be told.</param>
    /// <returns>Whether the task ended in time; false where it still runs. Throws what the task failed with.</returns>
    public static async Task<bool> MetAsync(
        Task task,
        TimeSpan deadline,
        TimeProvider clock,
        CancellationToken cancel,
        Func<bool>? waitsForCore = null
    )
    {
        for (var left = deadline; left > TimeSpan.Zero; left -= Step)
            if (await EndsWithinAsync(task, left < Step ? left : Step, clock, cancel).ConfigureAwait(false))
                return true;
        for (var more = deadline * MostKeptWaiting; more > TimeSpan.Zero; more -= Step)
        {
            if (waitsForCore?.Invoke() != true)
                break;
            if (await EndsWithinAsync(task, Step, clock, cancel).ConfigureAwait(false))
                return true;
        }
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
