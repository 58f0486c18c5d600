using System.Collections;

namespace Pingmark.Host;

/// <summary>Variables of the environment that change how a worker's runtime, or what it is linked with, works. Workers
/// inherit them, as any program does; unlike a suite's runtime options nobody would see them beside the
/// figures.</summary>
internal static class TuningVariables
{
    private static readonly string[] Names =
    [
        "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS",
        "LD_PRELOAD",
        "LD_AUDIT",
        "GLIBC_TUNABLES",
    ];

    private static readonly string[] Prefixes = ["DOTNET_", "COMPlus_", "MALLOC_"];

    /// <summary>What is installed where, and what command lines and containers of .NET say of themselves: after the
    /// prefix, and with whatever follows.</summary>
    private static readonly string[] Harmless =
    [
        "ROOT",
        "HOST_",
        "INSTALL_",
        "TOOLS_",
        "CLI_",
        "NOLOGO",
        "SKIP_",
        "ADD_",
        "GENERATE_",
        "RUNNING_IN_",
        "VERSION",
        "USE_POLLING_",
        "MULTILEVEL_",
        "ROLL_FORWARD",
        "SYSTEM_GLOBALIZATION_",
        "WATCH",
        "LAUNCH_PROFILE",
    ];

    /// <summary>That this process was started with, and its workers will be.</summary>
    public static IReadOnlyList<string> OfThisProcess =>
        Among(
            Environment
                .GetEnvironmentVariables()
                .Cast<DictionaryEntry>()
                .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "")
        );

    /// <summary>Their names in alphabetical order. Their values may hold secrets and are nobody's.</summary>
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
