using System.Text.Json;
using System.Text.Json.Serialization;
using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>A folder's worker.json: how a worker is built and started, and what it requires. It is all that the
/// controller knows of a stack before it runs.</summary>
public sealed record WorkerManifest
{
    public required string Name { get; init; }
    public string About { get; init; } = "";

    /// <summary>The language's key in <c>runtime_options</c> of suites: <c>cpp</c>, <c>java</c>,
    /// <c>dotnet</c>.</summary>
    public required string Runtime { get; init; }
    public required IReadOnlyList<string> Stacks { get; init; }

    /// <summary>The files in which a stack's server is, by the stack, relative to the manifest: reports show
    /// them.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Sources { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>Whether its stacks are servers alone, so that other stacks' clients measure them.</summary>
    public bool ServersOnly { get; init; }

    /// <summary>Whether its stacks are clients alone, of servers that suites don't have.</summary>
    public bool ClientsOnly { get; init; }

    /// <summary>Files and folders, relative to the manifest, whose change makes the worker stale.</summary>
    public IReadOnlyList<string> Inputs { get; init; } = ["."];

    /// <summary>The commands that build it, as argument vectors. They run one after the other in the manifest's
    /// folder.</summary>
    public IReadOnlyList<IReadOnlyList<string>> Build { get; init; } = [];

    /// <summary>The file that the build makes, relative to the manifest; <c>{output}</c> in <see cref="Start"/> stands
    /// for it.</summary>
    public required string Output { get; init; }
    public required IReadOnlyList<string> Start { get; init; }
    public IReadOnlyList<Requirement> Requires { get; init; } = [];

    /// <summary>A library that not every machine's package sources have, such as <c>LiteNetLib 2.1.5 (NuGet)</c>.
    /// Without it the worker is unavailable, which is no fault.</summary>
    public string? Package { get; init; }

    /// <summary>The rules for its runtime options; where they are absent, those of its language hold, from
    /// <see cref="LanguageFile"/> in the folder above.</summary>
    public RuntimeOptionRules? RuntimeOptions { get; init; }

    /// <summary>Patterns of options that this worker allows beside its language's.</summary>
    public IReadOnlyList<string> MoreRuntimeOptions { get; init; } = [];

    /// <summary>The memory that a process of it takes, and half as much again, in MiB; absent where it is what its
    /// language's take.</summary>
    public int? MemoryMib { get; init; }

    /// <summary>The memory of a worker that does not tell: as much as any worker of this tree takes.</summary>
    public const long DefaultMemoryBytes = 236L << 20;

    [JsonIgnore]
    public long MemoryBytes => MemoryMib is { } mib ? (long)mib << 20 : DefaultMemoryBytes;

    [JsonIgnore]
    public string Folder { get; init; } = "";

    /// <summary>The versions of its runtime that it can have; null where its language has none.</summary>
    [JsonIgnore]
    public RuntimeVersions? Versions { get; init; }

    /// <summary>The version of its runtime that it has to have; null for the usual one.</summary>
    [JsonIgnore]
    public RuntimeVersion? Version { get; init; }

    /// <summary>The first requirement that is lacking and stops the worker; null when there is none.</summary>
    [JsonIgnore]
    public Requirement? MissingRequirement => UnmetRequirements.FirstOrDefault(r => !r.Optional);

    /// <summary>The requirements that are lacking, without those of a build that is not needed.</summary>
    [JsonIgnore]
    public IEnumerable<Requirement> UnmetRequirements =>
        Requires.Where(r => !r.IsMet() && (!r.ForBuild || WorkerBuilder.IsStale(this)));

    [JsonIgnore]
    public string OutputPath => Path.GetFullPath(Path.Combine(Folder, Output));

    /// <summary>Whether it needs no runtime, and so runs only on the architecture that it was built for.</summary>
    [JsonIgnore]
    public bool IsNative => Start[0] == "{output}";

    /// <summary>What another machine needs to run it, within <see cref="Folder"/>: the output, with its whole folder if
    /// it is an assembly of .NET.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Deployed =>
        [Output.EndsWith(".dll", StringComparison.Ordinal) ? Path.GetDirectoryName(Output)! : Output];

    private const string LanguageFile = "runtime.json";

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        ReadCommentHandling = JsonCommentHandling.Skip,
        RespectNullableAnnotations = true,
    };

    /// <exception cref="BadInputException">The file is not a manifest; the message names file and position.</exception>
    public static WorkerManifest Load(string path)
    {
        var manifest = Read<WorkerManifest>(path);
        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        var language = ReadLanguage(Path.GetDirectoryName(folder));
        var rules = manifest.RuntimeOptions ?? language?.RuntimeOptions;
        return manifest with
        {
            Folder = folder,
            MemoryMib = manifest.MemoryMib ?? language?.MemoryMib,
            Versions = language?.Versions,
            RuntimeOptions = rules is null
                ? null
                : rules with
                {
                    Allow = [.. rules.Allow, .. manifest.MoreRuntimeOptions],
                },
        };
    }

    private static LanguageManifest? ReadLanguage(string? folder)
    {
        var path = Path.Combine(folder ?? "", LanguageFile);
        return File.Exists(path) ? Read<LanguageManifest>(path) : null;
    }

    private static T Read<T>(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(File.ReadAllText(path), Options)
                ?? throw new BadInputException($"{path}: is empty");
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{path}:{e.LineNumber + 1}:{e.BytePositionInLine + 1}: {e.Message}");
        }
    }
}

/// <summary>Something that must be on the machine: a command on the PATH or a file, with what provides it.</summary>
public sealed record Requirement
{
    public string? Command { get; init; }
    public string? File { get; init; }
    public IReadOnlyList<string> Debian { get; init; } = [];
    public string? Hint { get; init; }

    /// <summary>Whether the build manages without it, by fetching from elsewhere. It is installed where that is
    /// allowed.</summary>
    public bool Optional { get; init; }

    /// <summary>Whether what is built does without it.</summary>
    public bool ForBuild { get; init; }

    [JsonIgnore]
    public string What => Command ?? File ?? "?";

    public bool IsMet() => Command is { } command ? Executables.Find(command) is not null : Path.Exists(File);

    /// <summary>The command that installs it, or a hint.</summary>
    public string Mend => Hint ?? MendBy(Debian);

    /// <summary>The commands that install all of several requirements.</summary>
    public static string MendAll(IReadOnlyList<Requirement> lacking)
    {
        var packages = lacking.Where(r => r.Hint is null).SelectMany(r => r.Debian).Distinct().ToList();
        var mends = lacking.Select(r => r.Hint).OfType<string>();
        return string.Join("; ", packages.Count > 0 ? mends.Prepend(MendBy(packages)) : mends);
    }

    private static string MendBy(IReadOnlyList<string> packages) => $"apt-get install {string.Join(' ', packages)}";
}

/// <summary>What all workers of a language have in common, unless a worker's own manifest says otherwise.</summary>
public sealed record LanguageManifest
{
    public RuntimeOptionRules? RuntimeOptions { get; init; }
    public int? MemoryMib { get; init; }
    public RuntimeVersions? Versions { get; init; }
}

/// <summary>Which runtime options a suite may ask for (regular expressions), and how they reach the process.</summary>
public sealed record RuntimeOptionRules
{
    /// <summary>How options reach the process: with <c>argument</c> in place of <c>{runtime_options}</c>, with
    /// <c>environment</c> as <c>NAME=VALUE</c> with <see cref="Prefix"/>.</summary>
    public required string Style { get; init; }
    public string Prefix { get; init; } = "";
    public IReadOnlyList<string> Allow { get; init; } = [];

    /// <summary>Names that stand for options, such as that of a garbage collector.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Named { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();
}
