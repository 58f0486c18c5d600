using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>One side's figures of one window.</summary>
/// <param name="Cores">How many cores the side may use; null where that is not known, as of another machine.</param>
internal sealed record SideFigures(string Name, CountedWindow Window, Usage? Usage, SideCost? Cost, int? Cores)
{
    public static IEnumerable<SideFigures> FromTrial(TrialRecord trial) =>
        new[] { trial.Slices, trial.Unbroken }
            .OfType<CountedWindow>()
            .SelectMany(window =>
                new[]
                {
                    new SideFigures("server", window, window.Server, window.ServerCost, Count(trial.ServerCpus)),
                    new SideFigures("client", window, window.Client, window.ClientCost, Count(trial.ClientCpus)),
                }
            );

    /// <summary>How many cores a trial ran on in all; null where that is not known.</summary>
    public static int? CoresOfBoth(TrialRecord trial) =>
        trial.ServerCpus.Length == 0 || trial.ClientCpus.Length == 0 ? null
        : trial.OnTwoMachines ? Count(trial.ServerCpus) + Count(trial.ClientCpus)
        : CoreList.Parse(trial.ServerCpus).Union(CoreList.Parse(trial.ClientCpus)).Count();

    private static int? Count(string cpus) => cpus.Length == 0 ? null : CoreList.Parse(cpus).Distinct().Count();
}
