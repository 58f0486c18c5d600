namespace Pingmark.Worker.Kit;

/// <summary>The load models by name: the one registration that a new one needs.</summary>
public static class Loads
{
    private enum Needs
    {
        Nothing,

        /// <summary>A client that wakes when a message is due.</summary>
        Times,
        AStream,
    }

    private static readonly Dictionary<string, (Needs Needs, Func<Request, LoadRoom, LoadPlan> Read)> Models = new()
    {
        [Batch.Name] = (Needs.Nothing, Batch.Read),
        [Closed.Name] = (Needs.Nothing, Closed.Read),
        [FixedRate.Name] = (Needs.Times, FixedRate.Read),
        [Preflood.Name] = (Needs.Nothing, Preflood.Read),
        [WriteWriteRead.Name] = (Needs.AStream, WriteWriteRead.Read),
    };

    /// <summary>Those that a client can make.</summary>
    /// <param name="keepsTimes">It wakes when a message is due.</param>
    public static IReadOnlyList<string> Names(bool isStream, bool keepsTimes) =>
        Models
            .Where(model => isStream || model.Value.Needs != Needs.AStream)
            .Where(model => keepsTimes || model.Value.Needs != Needs.Times)
            .Select(model => model.Key)
            .ToList();

    /// <summary>Each load reads its own fields of the request.</summary>
    /// <param name="offered">What the stack's client can make.</param>
    internal static LoadPlan Read(Request request, IReadOnlyList<string> offered, LoadRoom room)
    {
        var name = request.Text("load", Closed.Name);
        return offered.Contains(name)
            ? Models[name].Read(request, room)
            : throw new UnsupportedException($"load {name}: {string.Join(", ", offered)}");
    }
}
