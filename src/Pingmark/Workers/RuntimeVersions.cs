using System.Text.RegularExpressions;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>The version of a runtime that a worker was asked for.</summary>
/// <param name="Title">The version as people write it.</param>
/// <param name="Reported">The expression that matches what a worker of this version says of its runtime.</param>
public sealed record RuntimeVersion(string Title, string Reported)
{
    public bool IsOf(string runtime) =>
        Regex.IsMatch(runtime, $@"\A(?:{Reported})\z", RegexOptions.CultureInvariant, TimeSpan.FromSeconds(1));
}

/// <summary>The versions of a runtime that suites may ask for, and what a worker of one has instead of what its
/// manifest says. <c>{version}</c> and <c>{home}</c> stand for the version and for the folder where it is
/// installed.</summary>
public sealed record RuntimeVersions
{
    public required string Title { get; init; }
    public required IReadOnlyList<string> Names { get; init; }

    /// <summary>The version of workers that are asked for none; null where it is whichever the machine has.</summary>
    public string? Usual { get; init; }

    public required string Reported { get; init; }

    /// <summary>Parts of the manifest's output, and what stands in their place.</summary>
    public IReadOnlyDictionary<string, string> Output { get; init; } = new Dictionary<string, string>();

    /// <summary>Words of the manifest's start, and what stands in their place.</summary>
    public IReadOnlyDictionary<string, string> Start { get; init; } = new Dictionary<string, string>();

    /// <summary>The arguments that a build's steps have in addition, by the step's command.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Build { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>What a build fetches that not every machine's package sources have.</summary>
    public string? Package { get; init; }

    /// <summary>Where versions are installed; null where builds bring them.</summary>
    public RuntimeHomes? Homes { get; init; }

    /// <summary>The manifest of a worker of a version, which has the version in its name and those of its
    /// stacks.</summary>
    /// <exception cref="BadInputException">There is no such version, or the worker can't have one.</exception>
    public WorkerManifest Of(WorkerManifest usual, string version)
    {
        if (!Names.Contains(version))
            throw new BadInputException(
                $"{usual.Runtime} has no version '{version}'; there {(Names.Count == 1 ? "is" : "are")} "
                    + string.Join(", ", Names)
            );
        var named = usual with
        {
            Name = StackVersion.With(usual.Name, version),
            Stacks = [.. usual.Stacks.Select(stack => StackVersion.With(stack, version))],
            Version = new(
                $"{Title} {version}",
                Reported.Replace("{version}", Regex.Escape(version), StringComparison.Ordinal)
            ),
        };
        return version == Usual ? named : Changed(named, version, Homes?.Find(version));
    }

    private WorkerManifest Changed(WorkerManifest manifest, string version, string? home)
    {
        var output = Output.Aggregate(manifest.Output, (path, part) => path.Replace(part.Key, Filled(part.Value)));
        if (output == manifest.Output && Output.Count > 0)
            throw new BadInputException(
                $"{manifest.Name}: its output, {output}, has to have {string.Join(" or ", Output.Keys)} in it, for "
                    + "that is where versions differ"
            );
        return manifest with
        {
            Output = output,
            Start = [.. manifest.Start.Select(word => Start.TryGetValue(word, out var other) ? Filled(other) : word)],
            Build =
            [
                .. manifest.Build.Select(step =>
                    Build.TryGetValue(step[0], out var more) ? [.. step, .. more.Select(Filled)] : step
                ),
            ],
            Package = (manifest.Package, Package) switch
            {
                (var own, null) => own,
                (null, var ofVersion) => Filled(ofVersion),
                var (own, ofVersion) => $"{own} or {Filled(ofVersion)}",
            },
            Requires = Homes is null || home is not null ? manifest.Requires : [.. manifest.Requires, Missing(version)],
        };

        string Filled(string text) =>
            text.Replace("{version}", version, StringComparison.Ordinal)
                .Replace("{home}", home, StringComparison.Ordinal);
    }

    /// <summary>A requirement that no machine meets: no command has a space in its name.</summary>
    private Requirement Missing(string version) =>
        new()
        {
            Command = $"{Title} {version}",
            Hint =
                $"install it, and name its folder by {Homes!.Variable}=/path/of/it where it is not in "
                + $"{string.Join(" or ", Homes.Within)} (found: {Found})",
        };

    private string Found =>
        string.Join(", ", Names.Where(name => Homes!.Find(name) is not null)) is { Length: > 0 } found ? found : "none";
}
