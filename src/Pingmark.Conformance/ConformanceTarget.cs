using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A worker to be tested: what to start, and which of its stacks to look at (all when none is
/// named).</summary>
public sealed record ConformanceTarget(
    string Name,
    IReadOnlyList<string> Command,
    string Folder,
    IReadOnlyList<string> Stacks
)
{
    /// <summary>What is looked at is what workers do, not how fast: runtimes spare themselves most of what they would
    /// compile, which costs more than all cases together where hundreds of processes start.</summary>
    private static readonly Dictionary<string, IReadOnlyList<string>> CompilesLittle = new()
    {
        ["java"] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"],
        ["dotnet"] = ["TieredPGO=0", "TC_CallCountThreshold=1E", "TC_CallCountingDelayMs=64"],
    };

    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Workers of one language are made of one kit: what is its doing is tried with one of them.</summary>
    public string Kit { get; init; } = Name;

    /// <summary>False when only some of its stacks were asked for: then the cases of the worker as such are left
    /// out.</summary>
    public bool Whole { get; init; } = true;

    public static ConformanceTarget Of(WorkerManifest manifest)
    {
        var options = CompilesLittle.GetValueOrDefault(manifest.Runtime, []);
        var (command, environment) = RuntimeOptions.Apply(
            manifest,
            new Dictionary<string, IReadOnlyList<string>>
            {
                [manifest.Runtime] = [.. options.Where(option => RuntimeOptions.Allows(manifest, option))],
            }
        );
        return new(manifest.Name, command, manifest.Folder, manifest.Stacks)
        {
            Environment = environment,
            Kit = manifest.Runtime,
        };
    }

    public ConformanceTarget WithDescriptors(int most) =>
        this with
        {
            Command = ["sh", "-c", "ulimit -n \"$0\" && exec \"$@\"", $"{most}", .. Command],
        };

    public ConformanceTarget WithTemporaryFilesIn(string folder) =>
        this with
        {
            Environment = Environment.Append(new("TMPDIR", folder)).ToDictionary(),
        };
}
