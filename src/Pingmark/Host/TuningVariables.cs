using System.Collections;

namespace Pingmark.Host;

/// <summary>Finds environment variables that change how a worker's runtime, or a library that it is linked with, works.
/// Workers inherit them, as any program does; unlike a suite's runtime options nobody would see them beside the
/// figures.</summary>
internal static class TuningVariables
{
    private static readonly string[] Names = (
        "JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS LD_PRELOAD LD_AUDIT GLIBC_TUNABLES"
    ).Split(' ');

    private static readonly string[] Prefixes = ["DOTNET_", "COMPlus_", "MALLOC_"];

    /// <summary>What follows the prefix in variables that tune nothing: they tell where things are installed, or are
    /// for command lines and containers of .NET.</summary>
    private static readonly string[] Harmless = (
        "ROOT HOST_ INSTALL_ TOOLS_ CLI_ NOLOGO SKIP_ ADD_ GENERATE_ RUNNING_IN_ VERSION USE_POLLING_ MULTILEVEL_ "
        + "ROLL_FORWARD SYSTEM_GLOBALIZATION_ WATCH LAUNCH_PROFILE"
    ).Split(' ');

    /// <summary>The names of the tuning variables that this process was started with, which its workers will have,
    /// too.</summary>
    public static IReadOnlyList<string> OfThisProcess =>
        Among(
            Environment
                .GetEnvironmentVariables()
                .Cast<DictionaryEntry>()
                .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "")
        );

    /// <summary>The names of the tuning variables in an environment, in alphabetical order. Values are left out, for
    /// they may be secrets.</summary>
    public static IReadOnlyList<string> Among(IReadOnlyDictionary<string, string> environment) =>
        environment
            .Where(variable => variable.Value.Length > 0 && Tunes(variable.Key))
            .Select(variable => variable.Key)
            .Order(StringComparer.Ordinal)
            .ToList();

    private static bool Tunes(string name) =>
        Names.Contains(name)
        || Array.Find(Prefixes, prefix => name.StartsWith(prefix, StringComparison.Ordinal)) is { } prefix
            && !Harmless.Any(harmless => name.AsSpan(prefix.Length).StartsWith(harmless, StringComparison.Ordinal));
}
