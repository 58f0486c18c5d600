namespace Pingmark.Trials;

/// <summary>Compares the counts of two sides. Each side counts on its own, from its start; what is compared are the
/// differences of a time in which no other pair of theirs was measured.</summary>
internal static class SideCounts
{
    /// <summary>Checks the counts of a pair: a server that answered fewer messages than the client got answers for, or
    /// a client that counted more than it received, is lying.</summary>
    /// <param name="answered">The answers that the results of all runs tell meanwhile.</param>
    /// <param name="used">What each side counted in the same time by its own counters.</param>
    /// <exception cref="Workers.WorkerFault">One of the sides is lying.</exception>
    public static void Check(Pair pair, long answered, PairUsage used)
    {
        if (used.Client.Messages < answered)
            throw pair.Client.Fault(
                "counts",
                $"reports {answered} answers in its results and {used.Client.Messages} received in all"
            );
        if (used.Server is { } theirs && theirs.Messages < answered)
            throw pair.Server!.Fault(
                "counts",
                $"answered {theirs.Messages} messages by its own count, the client received {answered}"
            );
    }

    /// <summary>Checks the snapshots of a pair: a client that got more than were sent is lying.</summary>
    /// <exception cref="Workers.WorkerFault">The client is lying.</exception>
    public static void CheckSnapshots(Pair pair, long received, PairUsage used)
    {
        if (used.Server is { } theirs && (theirs.Snapshots ?? 0) < received)
            throw pair.Client.Fault(
                "counts",
                $"reports {received} snapshots received, the server sent {theirs.Snapshots ?? 0} by its own count"
            );
    }
}
