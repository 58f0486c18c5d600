using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>What the sides of a pair have used since their start.</summary>
/// <param name="Server">The server's usage; null where the server isn't ours.</param>
public sealed record PairUsage(Usage? Server, Usage Client)
{
    public static PairUsage operator -(PairUsage later, PairUsage earlier) =>
        new(
            later.Server is { } after && earlier.Server is { } before ? after - before : null,
            later.Client - earlier.Client
        );
}
