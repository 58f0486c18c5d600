namespace Pingmark.Suites;

/// <summary>A key that the command line gives a value, in place of the file's.</summary>
/// <param name="Assignment"><c>key=value</c>.</param>
/// <param name="Typed">As the user typed it: what is wrong with it begins so.</param>
public sealed record SuiteOverride(string Assignment, string Typed)
{
    /// <summary><c>--set rounds=3</c>.</summary>
    public static SuiteOverride OfSet(string assignment) => new(assignment, $"--set {assignment}");

    /// <summary><c>--rounds 3</c>: a key that has an option of its own.</summary>
    public static SuiteOverride OfOption(string option, string key, string value) =>
        new($"{key}={value}", $"{option} {value}");
}
