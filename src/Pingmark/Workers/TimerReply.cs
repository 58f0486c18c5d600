using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Reads what a worker found of its runtime's clocks.</summary>
internal static class TimerReply
{
    private const int CallsTimedAtOnce = 1_000;

    public static IReadOnlyList<TimerReading> Read(Reply reply, Func<string, WorkerFault> fault)
    {
        var names = reply.Texts("timers");
        var (steps, costs) = (reply.Counts("steps_ns"), reply.Counts("ns_per_1000_calls"));
        var (monotonic, wentBack) = (reply.Counts("monotonic"), reply.Counts("went_back"));
        if (new[] { steps, costs, monotonic, wentBack }.Any(column => column.Length != names.Count))
            throw fault("tells of more or fewer clocks than it names");
        return
        [
            .. names.Select(
                (name, i) =>
                    new TimerReading
                    {
                        Name = name,
                        StepNs = steps[i] == 0 ? null : steps[i],
                        CallNs = (double)costs[i] / CallsTimedAtOnce,
                        IsMonotonic = monotonic[i] != 0,
                        WentBack = wentBack[i],
                    }
            ),
        ];
    }
}
