using Pingmark.Model;

namespace Pingmark.Website;

/// <summary>By what stacks are filtered.</summary>
/// <param name="Waits">How it waits for messages: blocking or spinning.</param>
internal sealed record StackFacts(string Language, string Transport, string Waits)
{
    /// <param name="cell">A cell that the stack serves.</param>
    /// <param name="waits">How stacks wait, as far as any run tells.</param>
    public static StackFacts Of(CellSummary cell, IReadOnlyDictionary<string, Waiting> waits)
    {
        var plain = StackVersion.Plain(cell.Stack);
        return new(
            plain.Split('/')[0],
            Transports.Title(cell.Class?.Transport ?? Transports.ForStack(cell.Stack)),
            (cell.Class?.Waits ?? (waits.TryGetValue(plain, out var told) ? told : null)) switch
            {
                Waiting.Block => "blocking",
                Waiting.Spin => "spinning",
                _ => Unknown.NotTold,
            }
        );
    }

    /// <summary>How stacks wait, by their ids without versions: suites that compare within classes tell it.</summary>
    public static IReadOnlyDictionary<string, Waiting> WaitsIn(IEnumerable<CellSummary> cells)
    {
        var waits = new Dictionary<string, Waiting>();
        foreach (var cell in cells)
            if (cell.Class?.Waits is { } told)
                waits.TryAdd(StackVersion.Plain(cell.Stack), told);
        return waits;
    }
}
