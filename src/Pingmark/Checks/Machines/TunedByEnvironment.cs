using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Finds environment variables that tune runtimes: figures hold with them alone.</summary>
internal sealed class TunedByEnvironment()
    : ConditionCheck(
        "tuned-by-environment",
        "Variables of your environment tune what workers run on: figures hold with them alone.",
        "Unset them, or tune by a suite's runtime_options, which results keep."
    )
{
    protected override Finding? FindOne(RunConditions conditions) =>
        conditions.TuningVariables.Count == 0
            ? null
            : Warning(
                "your environment sets {variables}, which workers inherit: figures hold with it alone; unset it, or "
                    + "tune by a suite's runtime_options, which results keep",
                Named("variables", string.Join(", ", conditions.TuningVariables))
            );
}
