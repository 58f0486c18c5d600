using System.Text.RegularExpressions;

namespace Pingmark.Workers;

/// <summary>Turns a suite's runtime options into a command line and environment. Only those on the manifest's list are
/// allowed: a suite is data and must not run code.</summary>
public static class RuntimeOptions
{
    /// <param name="crashes">Where a runtime puts its crash reports; null for the folder of temporary files.</param>
    /// <exception cref="BadInputException">An option is not on the worker's list, or one that is an environment
    /// variable is given twice.</exception>
    public static (IReadOnlyList<string> Command, IReadOnlyDictionary<string, string> Environment) Apply(
        WorkerManifest manifest,
        IReadOnlyDictionary<string, IReadOnlyList<string>> byRuntime,
        string? crashes = null
    )
    {
        crashes ??= Path.GetTempPath();
        var named = byRuntime.TryGetValue(manifest.Runtime, out var asked) ? asked : [];
        var options = named.SelectMany(option => ExpandName(manifest, option)).ToList();
        foreach (var option in options)
            Check(manifest, option);
        if (
            manifest.RuntimeOptions?.Style == "environment"
            && options.GroupBy(o => o.Split('=')[0]).FirstOrDefault(same => same.Count() > 1) is { } twice
        )
            throw new BadInputException($"runtime option '{twice.Key}' is given twice: {string.Join("  ", twice)}");
        var asArguments = manifest.RuntimeOptions?.Style == "argument" ? options : [];
        var command = manifest
            .Start.SelectMany(part =>
                part switch
                {
                    "{runtime_options}" => asArguments,
                    "{output}" => [manifest.OutputPath],
                    _ => [part.Replace("{crashes}", crashes, StringComparison.Ordinal)],
                }
            )
            .ToList();
        var environment =
            manifest.RuntimeOptions?.Style == "environment"
                ? options
                    .Select(o => o.Split('=', 2))
                    .ToDictionary(o => manifest.RuntimeOptions.Prefix + o[0], o => o[1])
                : [];
        return (command, environment);
    }

    /// <summary>The options that a name stands for; the option itself where it is no name.</summary>
    private static IReadOnlyList<string> ExpandName(WorkerManifest manifest, string option) =>
        manifest.RuntimeOptions?.Named.GetValueOrDefault(option) ?? [option];

    public static bool Allows(WorkerManifest manifest, string option) =>
        ExpandName(manifest, option).All(each => IsOnList(manifest, each));

    private static bool IsOnList(WorkerManifest manifest, string option) =>
        manifest.RuntimeOptions is { } rules
        && rules.Allow.Any(pattern =>
            Regex.IsMatch(option, $@"\A(?:{pattern})\z", RegexOptions.CultureInvariant, TimeSpan.FromSeconds(1))
        );

    private static void Check(WorkerManifest manifest, string option)
    {
        if (manifest.RuntimeOptions is not { } rules)
            throw new BadInputException($"{manifest.Name} takes no runtime options, so not '{option}'");
        if (!Allows(manifest, option))
            throw new BadInputException(
                $"runtime option '{option}' is not on the list that {manifest.Name} allows: "
                    + $"{string.Join("  ", rules.Named.Keys.Concat(rules.Allow))}"
            );
    }
}
