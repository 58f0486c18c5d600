namespace Pingmark.History;

/// <summary>What <c>history --json</c> prints.</summary>
/// <param name="OlderRuns">That were not asked for.</param>
public sealed record HistoryDocument<T>(IReadOnlyList<T> Items, IReadOnlyList<string> Skipped, int OlderRuns)
{
    public string Schema { get; init; } = "pingmark.history/1";
}
