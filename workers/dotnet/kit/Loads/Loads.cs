namespace Pingmark.Worker.Kit;

/// <summary>The load models by name: the one registration that a new one needs.</summary>
public static class Loads
{
    private static readonly Dictionary<string, Func<Request, int, LoadPlan>> Readers = new()
    {
        [Closed.Name] = Closed.Read,
        [FixedRate.Name] = FixedRate.Read,
    };

    public static IReadOnlyList<string> Names { get; } = [.. Readers.Keys];

    /// <summary>Each load reads its own fields of the request.</summary>
    /// <param name="offered">What the stack's client can make.</param>
    /// <param name="connections">Of the client, all together.</param>
    internal static LoadPlan Read(Request request, IReadOnlyList<string> offered, int connections)
    {
        var name = request.Text("load", Closed.Name);
        return offered.Contains(name)
            ? Readers[name](request, connections)
            : throw new UnsupportedException($"load {name}: {string.Join(", ", offered)}");
    }
}
