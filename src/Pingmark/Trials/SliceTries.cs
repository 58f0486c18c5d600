namespace Pingmark.Trials;

/// <summary>A slice, with all tries in which it was measured.</summary>
/// <param name="Measured">The last try, which counts.</param>
/// <param name="Disturbers">What disturbed each try, by name: workers that should have waited, compilers that should
/// have finished, processes outside of the run.</param>
/// <param name="IsDisturbed">Whether a worker or compiler disturbed the last try, too.</param>
/// <param name="IsCrowded">Whether processes outside of the run disturbed the last try, too.</param>
internal sealed record SliceTries(
    CountedRun Measured,
    IReadOnlyList<IReadOnlyList<string>> Disturbers,
    bool IsDisturbed,
    bool IsCrowded
);
