using System.Globalization;

namespace Pingmark;

/// <summary>An environment variable that this program reads.</summary>
/// <param name="Shown">Its form in the documentation: the name alone, or with a value.</param>
/// <param name="Effect">What it does, in Markdown.</param>
/// <param name="Values">Which values it can have, in words.</param>
/// <param name="Allows">Whether it can have a value.</param>
public sealed record Variable(string Shown, string Effect, string Values, Func<string, bool> Allows)
{
    public string Name { get; } = Shown.Split('=')[0];

    /// <summary>Its value; null where it is not set, or is empty.</summary>
    public string? Value => Environment.GetEnvironmentVariable(Name) is { Length: > 0 } value ? value : null;

    /// <summary>Whether a variable that is a switch is set to 1.</summary>
    public bool IsOn => Value == "1";
}

/// <summary>All environment variables whose names belong to this program. The document of commands has the same
/// table.</summary>
public static class Variables
{
    private const int LongestWait = 3_600_000,
        DigitsOfToken = 32;
    private const string Switch = "1 or 0";

    public static Variable Token { get; } =
        new(
            "PINGMARK_TOKEN",
            "token of the server on another machine, for `nbn -m Client`",
            $"{DigitsOfToken} hexadecimal digits; copy the server's line",
            value => value.Length == DigitsOfToken && value.All(char.IsAsciiHexDigit)
        );

    public static Variable Database { get; } =
        new(
            "PINGMARK_DB",
            "database of `history`; may hold a password",
            "a URL that begins with postgres:// or postgresql://",
            value =>
                value.StartsWith("postgres://", StringComparison.Ordinal)
                || value.StartsWith("postgresql://", StringComparison.Ordinal)
        );

    public static Variable NoInstall { get; } =
        new("PINGMARK_NO_INSTALL=1", "never installs Debian packages", Switch, IsSwitch);

    public static Variable AcceptNoise { get; } =
        new(
            "PINGMARK_ACCEPT_NOISE=1",
            "takes noisy cells, disturbed windows and late networks as they are, and keeps no noise of the machine",
            Switch,
            IsSwitch
        );

    public static Variable LongestWarmUpMs { get; } =
        new(
            "PINGMARK_LONGEST_WARM_UP_MS=400",
            "ends warm-ups early, to try commands out; intervals become wider",
            $"a whole number of ms from 1 to {LongestWait}",
            value =>
                int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var ms)
                && ms is > 0 and <= LongestWait
        );

    public static Variable Root { get; } =
        new(
            "PINGMARK_ROOT",
            "folder of `workers/` and `suites/`, by default the launcher's own",
            "an existing folder",
            Directory.Exists
        );

    public static Variable Workers { get; } =
        new(
            "PINGMARK_WORKERS",
            "folders with more workers, each a folder with a `worker.json`",
            "existing folders, separated by :",
            value => Folders(value).All(Directory.Exists)
        );

    public static IReadOnlyList<Variable> All { get; } =
    [Token, Database, NoInstall, AcceptNoise, LongestWarmUpMs, Root, Workers];

    /// <summary>The folders of a list that is separated by colons.</summary>
    public static IReadOnlyList<string> Folders(string? list) =>
        (list ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    /// <exception cref="BadInputException">A variable has a value that it can't have. The message does not repeat the
    /// value, which may be a secret.</exception>
    public static void Require()
    {
        if (All.FirstOrDefault(one => one.Value is { } value && !one.Allows(value)) is { } wrong)
            throw new BadInputException($"{wrong.Name} of the environment has to be {wrong.Values}");
    }

    private static bool IsSwitch(string value) => value is "0" or "1";
}
