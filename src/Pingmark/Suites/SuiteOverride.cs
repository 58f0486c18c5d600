namespace Pingmark.Suites;

/// <summary>A key for which the command line gives a value that replaces the file's.</summary>
/// <param name="Assignment">The key and its value as <c>key=value</c>.</param>
/// <param name="Typed">The words that the user typed, with which messages begin.</param>
public sealed record SuiteOverride(string Assignment, string Typed)
{
    /// <summary>Makes an override from <c>--set rounds=3</c>.</summary>
    public static SuiteOverride OfSet(string assignment) => new(assignment, $"--set {assignment}");

    /// <summary>Makes an override from a key's own option, such as <c>--rounds 3</c>.</summary>
    public static SuiteOverride OfOption(string option, string key, string value) =>
        new($"{key}={value}", $"{option} {value}");
}
