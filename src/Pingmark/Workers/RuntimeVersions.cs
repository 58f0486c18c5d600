using System.Text.RegularExpressions;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>The version of a runtime that a worker was asked for.</summary>
/// <param name="Title">The version as people write it.</param>
/// <param name="Reported">The expression that matches what a worker of this version says of its runtime.</param>
public sealed record RuntimeVersion(string Title, string Reported)
{
    public bool Matches(string runtime) =>
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

    /// <summary>The manifest of a worker in a version, which is added to its name and stacks.</summary>
    /// <exception cref="BadInputException">There is no such version, or the worker can't have one.</exception>
    public WorkerManifest Apply(WorkerManifest usual, string version)
    {
        if (!Names.Contains(version))
            throw new BadInputException(
                $"{usual.Runtime} has no version '{version}'; there {(Names.Count == 1 ? "is" : "are")} "
                    + string.Join(", ", Names)
            );
        var named = usual with
        {
            Name = StackVersion.AppendTo(usual.Name, version),
            Stacks = [.. usual.Stacks.Select(stack => StackVersion.AppendTo(stack, version))],
            Version = new(
                $"{Title} {version}",
                Reported.Replace("{version}", Regex.Escape(version), StringComparison.Ordinal)
            ),
        };
        return version == Usual ? named : ApplyTo(named, version, Homes?.Find(version));
    }

    private WorkerManifest ApplyTo(WorkerManifest manifest, string version, string? home)
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

/// <summary>Finds the installed versions of a runtime, each of which has a folder of its own.</summary>
public sealed record RuntimeHomes
{
    /// <summary>The environment variable that names such folders, separated by colons.</summary>
    public required string Variable { get; init; }

    /// <summary>Folders whose folders are looked through after those that the variable names and the one of the program
    /// on the PATH.</summary>
    public IReadOnlyList<string> Within { get; init; } = [];

    /// <summary>The program in such a folder, such as <c>bin/run</c>.</summary>
    public required string Program { get; init; }

    /// <summary>The file that tells the version, and the expression that matches where it is
    /// <c>{version}</c>.</summary>
    public required string File { get; init; }
    public required string Says { get; init; }

    /// <returns>The folder of a version; null where there is none.</returns>
    public string? Find(string version) => EnumerateHomes().FirstOrDefault(home => HasVersion(home, version));

    private IEnumerable<string> EnumerateHomes() =>
        Variables
            .Folders(Environment.GetEnvironmentVariable(Variable))
            .Select(Path.GetFullPath)
            .Concat(FindOnPath() is { } home ? [home] : [])
            .Concat(
                Within.Where(Directory.Exists).SelectMany(Directory.EnumerateDirectories).Order(StringComparer.Ordinal)
            );

    private string? FindOnPath() =>
        Executables.Find(Path.GetFileName(Program)) is { } found
        && (System.IO.File.ResolveLinkTarget(found, returnFinalTarget: true)?.FullName ?? found) is var program
        && program.EndsWith($"/{Program}", StringComparison.Ordinal)
            ? program[..^(Program.Length + 1)]
            : null;

    private bool HasVersion(string home, string version) =>
        System.IO.File.Exists(Path.Combine(home, Program))
        && Regex.IsMatch(
            ReadVersionFile(Path.Combine(home, File)),
            Says.Replace("{version}", Regex.Escape(version), StringComparison.Ordinal),
            RegexOptions.CultureInvariant,
            TimeSpan.FromSeconds(1)
        );

    /// <summary>The text of the file; empty where it can't be read.</summary>
    private static string ReadVersionFile(string file)
    {
        try
        {
            return System.IO.File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
