using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Website;

/// <summary>The environment of a run: its machine, or machines, with their systems. Two are the same where all facts
/// are.</summary>
/// <param name="Facts">What must be equal for figures to be comparable, but for the version of pingmark.</param>
/// <param name="Short">The processor and its cores.</param>
internal sealed record RunMachine(IReadOnlyList<(string What, string Value)> Facts, string Short)
{
    private const string VersionOfPingmark = "pingmark version";

    public string Key { get; } = Address.Hash([.. Facts.Select(fact => $"{fact.What}: {fact.Value}")]);

    public static RunMachine Of(MachineInfo machine, IReadOnlyList<SiteInfo> others) =>
        new(
            [.. Named(machine), .. others.SelectMany((site, at) => Of(site, at))],
            $"{machine.Cpu}, {NumberText.Count(machine.Cores, "core")}"
                + (others.Count == 0 ? "" : $", with {NumberText.Count(others.Count, "other machine")}")
        );

    /// <summary>Its title: the processor, and those facts in which machines of the website differ.</summary>
    public string Title(IReadOnlyCollection<RunMachine> all) =>
        string.Join(
            ", ",
            Facts
                .Where(fact => fact.What is not ("processor" or "cores"))
                .Where(fact => all.Any(other => !other.Facts.Contains(fact)))
                .Select(fact => $"{fact.What} {fact.Value}")
                .Prepend(Short)
        );

    private static IEnumerable<(string What, string Value)> Named(MachineInfo machine) =>
        machine.Facts.Where(fact => fact.What != VersionOfPingmark);

    private static IEnumerable<(string What, string Value)> Of(SiteInfo site, int at) =>
        Named(site.Machine)
            .Select(fact =>
                ($"{fact.What} of machine {NumberText.Count(at + 2)} ({WordList.Join(site.Roles, "and")})", fact.Value)
            );

    public bool Equals(RunMachine? other) => other is not null && other.Key == Key;

    public override int GetHashCode() => Key.GetHashCode(StringComparison.Ordinal);
}
