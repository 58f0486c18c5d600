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
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>False when only some of its stacks were asked for: then the cases of the worker as such are left
    /// out.</summary>
    public bool Whole { get; init; } = true;

    public static ConformanceTarget Of(WorkerManifest manifest)
    {
        var (command, environment) = RuntimeOptions.Apply(manifest, new Dictionary<string, IReadOnlyList<string>>());
        return new(manifest.Name, command, manifest.Folder, manifest.Stacks) { Environment = environment };
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
