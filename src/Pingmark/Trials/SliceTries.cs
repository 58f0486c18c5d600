namespace Pingmark.Trials;

/// <summary>A slice, as often as it was measured.</summary>
/// <param name="Measured">The last try, which counts.</param>
/// <param name="Disturbers">Of each try, by name: workers that should have waited, compilers that should have finished,
/// processes outside of the run.</param>
/// <param name="IsDisturbed">A worker or compiler did so in the last try, too.</param>
/// <param name="IsCrowded">So did processes outside of the run.</param>
internal sealed record SliceTries(
    CountedRun Measured,
    IReadOnlyList<IReadOnlyList<string>> Disturbers,
    bool IsDisturbed,
    bool IsCrowded
);
