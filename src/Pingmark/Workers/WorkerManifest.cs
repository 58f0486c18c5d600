using System.Text.Json;
using System.Text.Json.Serialization;
using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>A folder's worker.json: how to build a worker, how to start it and what it requires. The only thing the
/// controller knows of a stack before it runs.</summary>
public sealed record WorkerManifest
{
    public required string Name { get; init; }
    public string About { get; init; } = "";

    /// <summary>Key of <c>runtime_options</c> in suites: <c>cpp</c>, <c>java</c>, <c>dotnet</c>.</summary>
    public required string Runtime { get; init; }
    public required IReadOnlyList<string> Stacks { get; init; }

    /// <summary>Files and folders, relative to the manifest, whose change makes the worker stale.</summary>
    public IReadOnlyList<string> Inputs { get; init; } = ["."];

    /// <summary>Commands (argument vectors) run in the manifest's folder, one after the other.</summary>
    public IReadOnlyList<IReadOnlyList<string>> Build { get; init; } = [];

    /// <summary>What the build makes, relative to the manifest; <c>{output}</c> in <see cref="Start"/>.</summary>
    public required string Output { get; init; }
    public required IReadOnlyList<string> Start { get; init; }
    public IReadOnlyList<Requirement> Requires { get; init; } = [];

    /// <summary>A library that not every machine's package sources have, <c>LiteNetLib 1.0.1 (NuGet)</c>: without it
    /// the worker is unavailable, and that is no fault.</summary>
    public string? Package { get; init; }

    /// <summary>Absent: those of its language, from <see cref="LanguageFile"/> in the folder above.</summary>
    public RuntimeOptionRules? RuntimeOptions { get; init; }

    /// <summary>What this worker allows besides its language's.</summary>
    public IReadOnlyList<string> MoreRuntimeOptions { get; init; } = [];

    /// <summary>What a process of it takes of the memory, and half as much again; absent: as its language's
    /// take.</summary>
    public int? MemoryMib { get; init; }

    /// <summary>Of a worker that does not tell: as much as any of this tree takes.</summary>
    public const long UntoldMemoryBytes = 236L << 20;

    [JsonIgnore]
    public long MemoryBytes => MemoryMib is { } mib ? (long)mib << 20 : UntoldMemoryBytes;

    [JsonIgnore]
    public string Folder { get; init; } = "";

    /// <summary>What is lacking, and stops it; null when nothing does.</summary>
    [JsonIgnore]
    public Requirement? Lacking => Requires.FirstOrDefault(r => !r.Optional && !r.IsMet());

    [JsonIgnore]
    public string OutputPath => Path.GetFullPath(Path.Combine(Folder, Output));

    /// <summary>It runs by itself, on the architecture that it was built for.</summary>
    [JsonIgnore]
    public bool IsNative => Start[0] == "{output}";

    /// <summary>What another machine needs to run it, of <see cref="Folder"/>: an assembly of .NET has others beside
    /// it.</summary>
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
        var language = OfLanguage(Path.GetDirectoryName(folder));
        var rules = manifest.RuntimeOptions ?? language?.RuntimeOptions;
        return manifest with
        {
            Folder = folder,
            MemoryMib = manifest.MemoryMib ?? language?.MemoryMib,
            RuntimeOptions = rules is null
                ? null
                : rules with
                {
                    Allow = [.. rules.Allow, .. manifest.MoreRuntimeOptions],
                },
        };
    }

    private static LanguageManifest? OfLanguage(string? folder)
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

/// <summary>Something that must be on the machine: a command on PATH or a file, with what provides it.</summary>
public sealed record Requirement
{
    public string? Command { get; init; }
    public string? File { get; init; }
    public IReadOnlyList<string> Debian { get; init; } = [];
    public string? Hint { get; init; }

    /// <summary>Installed where that is allowed, and the build manages without: it then fetches from
    /// elsewhere.</summary>
    public bool Optional { get; init; }

    [JsonIgnore]
    public string What => Command ?? File ?? "?";

    public bool IsMet() => Command is { } command ? Executables.Find(command) is not null : Path.Exists(File);

    /// <summary>The command that mends it.</summary>
    public string Mend => Hint ?? MendBy(Debian);

    /// <summary>The commands that mend all of them.</summary>
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
}

/// <summary>Which runtime options a suite may ask for (regular expressions) and how they reach the process.</summary>
public sealed record RuntimeOptionRules
{
    /// <summary><c>argument</c>: in place of <c>{runtime_options}</c>; <c>environment</c>: as <c>NAME=VALUE</c> with
    /// <see cref="Prefix"/>.</summary>
    public required string Style { get; init; }
    public string Prefix { get; init; } = "";
    public IReadOnlyList<string> Allow { get; init; } = [];
}
