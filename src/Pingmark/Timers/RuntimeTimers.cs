using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Timers;

/// <param name="Runtime">The runtime's name and version; the stack's worker where it could not be asked.</param>
/// <param name="Problem">Why it could not be asked; null where it was.</param>
public sealed record RuntimeTimers(string Runtime, IReadOnlyList<TimerReading> Timers, string? Problem = null)
{
    /// <summary>One stack of each runtime, whose worker is asked for its clocks.</summary>
    public static readonly IReadOnlyList<string> Stacks = ["dotnet/tcp-spin", "java/tcp-spin", "cpp/tcp-spin"];

    public static async Task<RuntimeTimers> AskAsync(IWorkerStarter starter, string stack, CancellationToken cancel)
    {
        try
        {
            await using var worker = await starter.StartAsync(
                stack,
                "clock",
                new Dictionary<string, IReadOnlyList<string>>(),
                cpus: null,
                cancel
            );
            var hello = await worker.HelloAsync(cancel);
            var timers = await worker.TimersAsync(cancel);
            await worker.StopAsync(cancel);
            return new(hello.Runtime, timers);
        }
        catch (PingmarkException e)
        {
            return new(stack, [], e.Message);
        }
    }
}

public sealed record TimerComparison
{
    public const string CurrentSchema = "pingmark.timers/1";

    public string Schema { get; init; } = CurrentSchema;
    public required MachineInfo Machine { get; init; }
    public required IReadOnlyList<RuntimeTimers> Runtimes { get; init; }
}
