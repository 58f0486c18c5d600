namespace Pingmark.Model;

/// <summary>The version of a runtime behind the name of a stack, a worker or a suite's entry, after an <c>@</c>: with
/// it the name is another's, in ids, files and comparisons. Without it the version is the one that is usual.</summary>
public static class StackVersion
{
    private const char Mark = '@';

    public static string With(string name, string version) => $"{name}{Mark}{version}";

    /// <summary>The name without a version.</summary>
    public static string Plain(string name) => name.Split(Mark)[0];

    /// <summary>The version; null where the name has none.</summary>
    public static string? Of(string name) => name.IndexOf(Mark) is >= 0 and var at ? name[(at + 1)..] : null;
}
