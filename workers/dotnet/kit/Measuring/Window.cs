namespace Pingmark.Worker.Kit;

/// <summary>
/// What a measurement counts: messages intended from <c>From</c> on, before <c>To</c> or until there are
/// <c>Messages</c> of them. With laps, counting ends with the first lap that reaches that limit. Times in ns of
/// <see cref="Clock"/>.
/// </summary>
public sealed record Window(long From, long To, long Messages, int LapMessages)
{
    public const long Unlimited = long.MaxValue;

    /// <summary>So many of the slowest messages are kept; 0: none.</summary>
    public int Slowest { get; init; }

    public bool ByMessages => Messages != Unlimited;
    public bool HasLaps => LapMessages > 0;
}
