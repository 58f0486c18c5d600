using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>Figures of runtimes that the user's environment tunes hold with it alone.</summary>
internal static class TuningNote
{
    /// <param name="variables">That tune, by their names.</param>
    public static IEnumerable<Note> Of(IReadOnlyList<string> variables) =>
        variables.Count == 0
            ? []
            :
            [
                new(
                    "tuned-by-environment",
                    AuditVerdict.Warning,
                    $"your environment sets {string.Join(", ", variables)}, which workers inherit: figures hold with "
                        + "it alone; unset it, or tune by a suite's runtime_options, which results keep"
                ),
            ];
}
