using System.Diagnostics.Tracing;

namespace Pingmark.Observing.Runtimes;

/// <summary>Events that a .NET process is asked for.</summary>
/// <param name="Title">What they tell of, in words.</param>
/// <param name="Keywords">Those of the runtime's provider.</param>
internal sealed record ClrEventChoice(string Title, long Keywords, EventLevel Level, Func<WatchedSide, IClrEvents> Read)
{
    public static readonly ClrEventChoice Collections = new(
        "collections",
        0x1,
        EventLevel.Informational,
        side => new Suspensions(side.Name)
    );

    /// <summary>Two events for each method that is compiled. They are asked for apart from the others, of which this
    /// level would tell each allocation.</summary>
    public static readonly ClrEventChoice Compilations = new(
        "compilations",
        0x10,
        EventLevel.Verbose,
        Runtimes.Compilations.Of
    );
}
