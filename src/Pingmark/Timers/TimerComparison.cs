using Pingmark.Model;

namespace Pingmark.Timers;

/// <summary>The clocks of all runtimes on one machine.</summary>
public sealed record TimerComparison
{
    public const string CurrentSchema = "pingmark.timers/1";

    public string Schema { get; init; } = CurrentSchema;
    public required MachineInfo Machine { get; init; }
    public required IReadOnlyList<RuntimeTimers> Runtimes { get; init; }
}
