using Pingmark.Checks;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Timers;
using Pingmark.Workers;

namespace Pingmark.Doctor;

/// <summary>What this machine can resolve, and what can be mended.</summary>
public sealed record Diagnosis
{
    public const string CurrentSchema = "pingmark.doctor/1";

    /// <summary>The stacks that can measure the noise; those that start quickly come first.</summary>
    public static readonly IReadOnlyList<string> StacksForNoise = ["cpp/tcp-epoll", "dotnet/tcp-async", "java/tcp-nio"];

    public string Schema { get; init; } = CurrentSchema;
    public required MachineInfo Machine { get; init; }
    public required IReadOnlyList<MachineFinding> Findings { get; init; }

    /// <summary>The machine's noise; null where it could not be measured.</summary>
    public MachineNoise? Noise { get; init; }

    /// <summary>The file that keeps the noise; null when it is not kept.</summary>
    public string? NoiseFile { get; init; }

    /// <summary>Asks this machine, measures its noise and keeps the noise.</summary>
    /// <param name="stack">The stack that the noise is measured with; null where none can run here.</param>
    public static async Task<Diagnosis> OfThisMachineAsync(
        IWorkerStarter starter,
        string? stack,
        ProgressLog progress,
        CancellationToken cancel
    )
    {
        var machine = Host.Machine.Read();
        var file = Host.NoiseFile.OfThisMachine(machine);
        progress.Detail("asking the machine");
        var facts = new FactsReader().Read() with { ClockStepNs = await ResolutionNsAsync(starter, stack, cancel) };
        facts = await WithNoiseAsync(facts, starter, stack, progress, cancel);
        if (facts.Noise is { Noise: var noise })
            facts = facts with { KeepingProblem = file.Save(noise) };
        progress.Clear();
        return new()
        {
            Machine = machine,
            Findings = MachineFinding.Judge(facts),
            Noise = facts.Noise?.Noise,
            NoiseFile = facts is { Noise: not null, KeepingProblem: null } ? file.Path : null,
        };
    }

    /// <summary>The resolution of a worker's clock; null where it does not report it.</summary>
    private static async Task<long?> ResolutionNsAsync(IWorkerStarter starter, string? stack, CancellationToken cancel)
    {
        if (stack is null)
            return null;
        var clocks = await RuntimeTimers.AskAsync(starter, stack, cancel);
        return clocks.Timers.FirstOrDefault(clock => clock.IsMonotonic)?.StepNs;
    }

    private static async Task<MachineFacts> WithNoiseAsync(
        MachineFacts facts,
        IWorkerStarter starter,
        string? stack,
        ProgressLog progress,
        CancellationToken cancel
    )
    {
        if (stack is null)
            return facts with { NoiseProblem = "no stack for it can run here; `pingmark list stacks` tells why" };
        var address = Loopback.Address(facts.HasIPv6Loopback);
        try
        {
            var measurement = new NoiseMeasurement(starter, facts.Cores, progress);
            return facts with { Noise = await measurement.MeasureAsync(stack, address, cancel) };
        }
        catch (PingmarkException e)
        {
            return facts with { NoiseProblem = e.Message.TrimEnd('.') };
        }
    }
}

/// <summary>What a check found of one thing that figures depend on.</summary>
/// <param name="Mend">What to do about it; empty when there is nothing to be done.</param>
public sealed record MachineFinding(string Id, AuditVerdict Verdict, string Text, string Mend)
{
    /// <summary>The findings of all checks, in the order of the report.</summary>
    internal static IReadOnlyList<MachineFinding> Judge(MachineFacts facts) =>
        CheckList
            .OfMachines.SelectMany(check => check.Judge(facts))
            .Select(found => new MachineFinding(found.Check.Id, found.Verdict, found.Sentence.Text, found.Mend))
            .ToList();
}
