using Pingmark.Worker.Kit;

namespace Pingmark.Worker.KnownAnswers;

/// <summary>The floor of the others.</summary>
internal sealed class Undelayed() : DelayedTcp("dotnet/known-undelayed", () => () => 0);

/// <summary>1 ms.</summary>
internal sealed class Fixed() : DelayedTcp("dotnet/known-fixed", () => () => Clock.Millisecond);

/// <summary>200 us; one in eight 2 ms.</summary>
internal sealed class Bimodal() : DelayedTcp("dotnet/known-bimodal", Delays)
{
    private static Func<long> Delays()
    {
        var random = new Random(Seed);
        return () => random.NextDouble() < 0.125 ? 2 * Clock.Millisecond : Clock.Millisecond / 5;
    }
}

/// <summary>Not at all, but for collections by force.</summary>
internal sealed class Collects() : DelayedTcp("dotnet/known-collects", () => Collections.CollectIfDue);
