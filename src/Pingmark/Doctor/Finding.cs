namespace Pingmark.Doctor;

public enum FindingVerdict
{
    /// <summary>As it should be.</summary>
    Ok,

    /// <summary>Nothing is wrong; figures are to be read with it in mind.</summary>
    Note,

    /// <summary>It makes figures worse than this machine's hardware would.</summary>
    Warning,
}

/// <summary>One thing that figures depend on, as this machine has it.</summary>
/// <param name="Text">One sentence.</param>
/// <param name="Mend">What to do about it; empty when there is nothing to be done.</param>
public sealed record Finding(string Id, FindingVerdict Verdict, string Text, string Mend = "");

/// <summary>One question to the machine; one file each, listed in <see cref="Findings"/>.</summary>
internal interface IFinding
{
    Finding Judge(MachineFacts facts);
}

/// <summary>All questions, in the order of the report.</summary>
internal static class Findings
{
    private static readonly IFinding[] All =
    [
        new ClockFinding(),
        new CoresFinding(),
        new SleepStatesFinding(),
        new FrequencyFinding(),
        new StealFinding(),
        new NeighboursFinding(),
        new CongestionFinding(),
        new BuffersFinding(),
        new DescriptorsFinding(),
        new ProcessesFinding(),
        new MemoryFinding(),
        new LoopbackFinding(),
        new PortsFinding(),
        new NoiseFinding(),
    ];

    public static IReadOnlyList<Finding> Of(MachineFacts facts) => All.Select(f => f.Judge(facts)).ToList();
}
