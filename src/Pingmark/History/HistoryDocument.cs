namespace Pingmark.History;

/// <summary>The JSON document that <c>history --json</c> prints.</summary>
/// <param name="OlderRuns">How many older runs there are that were not asked for.</param>
public sealed record HistoryDocument<T>(IReadOnlyList<T> Items, IReadOnlyList<string> Skipped, int OlderRuns)
{
    /// <summary>What is left out of runs since others had its cores, one sentence a run.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];
    public string Schema { get; init; } = HistoryDocument.Schema;
}

/// <summary>What is alike in all of them.</summary>
public static class HistoryDocument
{
    public const string Schema = "pingmark.history/1";
}
