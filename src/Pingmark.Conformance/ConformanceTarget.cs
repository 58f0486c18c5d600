using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A worker to be tested: what to start, and which of its stacks to test (all when none is named).</summary>
public sealed record ConformanceTarget(
    string Name,
    IReadOnlyList<string> Command,
    string Folder,
    IReadOnlyList<string> Stacks
)
{
    /// <summary>Options that make runtimes compile less. The cases test what workers do, not how fast, and where
    /// hundreds of processes start, compiling costs more than all cases together.</summary>
    private static readonly Dictionary<string, IReadOnlyList<string>> CompilesLittle = new()
    {
        ["java"] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"],
        ["dotnet"] = ["TieredPGO=0", "TC_CallCountThreshold=1E", "TC_CallCountingDelayMs=64"],
    };

    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>The kit that the worker is made with. Workers of one language share a kit, and what the kit does is
    /// tested with one of them.</summary>
    public string Kit { get; init; } = Name;

    /// <summary>Whether all of its stacks are asked for; if not, the cases of the worker itself are left out.</summary>
    public bool Whole { get; init; } = true;

    public static ConformanceTarget FromManifest(WorkerManifest manifest)
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
