namespace Pingmark.History;

/// <summary>What <c>history --json</c> prints.</summary>
public sealed record HistoryDocument<T>(IReadOnlyList<T> Items, IReadOnlyList<string> Skipped)
{
    public string Schema { get; init; } = "pingmark.history/1";
}
