using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Whose networks are whose: namespaces are called <c>pingmark-ID-…</c> and links <c>pmID…</c> or
/// <c>pmsID…</c>, by the process that made them.</summary>
internal static partial class TestNetworks
{
    /// <summary>Names of links are short.</summary>
    private const int MostId = 100_000;

    private const string Namespaces = "/run/netns",
        Links = "/sys/class/net";

    public static string Id { get; } = IdOf(Environment.ProcessId);

    /// <param name="name">Among those of this process.</param>
    public static string Namespace(string name) => $"pingmark-{Id}-{name}";

    public static string IdOf(int process) => $"{process % MostId}";

    /// <summary>A test process that was killed could not: its addresses may be the next one's, whose packets would go
    /// astray.</summary>
    public static void RemoveThoseOfTheDead()
    {
        if (!Directory.Exists(Namespaces))
            return;
        var living = ProcessOfRun.Pids().Select(IdOf).ToHashSet();
        foreach (var name in Directory.EnumerateFiles(Namespaces).Select(path => Path.GetFileName(path)))
            if (OfATest().Match(name) is { Success: true } match && !living.Contains(match.Groups[1].Value))
                Remove(name, match.Groups[1].Value);
    }

    private static void Remove(string name, string id)
    {
        foreach (var link in Directory.EnumerateFileSystemEntries(Links).Select(path => Path.GetFileName(path)))
            if (Regex.IsMatch(link, $@"\Apms?{id}(\D|\z)"))
                Shell.Ran("ip", "link", "del", link);
        Shell.RemoveNamespace(name);
    }

    [GeneratedRegex(@"\Apingmark-(\d+)-")]
    private static partial Regex OfATest();
}
