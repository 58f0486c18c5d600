using System.Globalization;
using Pingmark.Model;
using Pingmark.Placement;

namespace Pingmark.Workers;

/// <summary>Puts workers where a side runs: what a site lacks is sent there, once for each content.</summary>
public sealed class WorkerDeployment(WorkerCatalog catalog, ProgressLog progress)
{
    private readonly List<Note> _notes = [];

    /// <summary>What a report has to tell of it.</summary>
    public IReadOnlyList<Note> Notes => _notes;

    /// <param name="build">Where workers that need no runtime are built; null for here, and there if that one does not
    /// start.</param>
    /// <param name="here">Tells whether this machine could build a stack.</param>
    /// <returns>Where the workers are there, and a function that tells whether a stack can run there.</returns>
    /// <exception cref="SiteException">The site takes no files: its disk is full, or the connection is
    /// lost.</exception>
    public async Task<(WorkerPlace Place, Func<string, Availability> Availability)> DeployAsync(
        ISite site,
        BuildPlace? build,
        IEnumerable<string> stacks,
        Func<string, Availability> here,
        CancellationToken cancel
    )
    {
        if (site is not RemoteSite there)
            return (WorkerPlace.Here, here);
        var folders = new Dictionary<string, string>();
        var byStack = new Dictionary<string, Availability>();
        foreach (var manifest in stacks.Select(catalog.Find).Distinct())
        {
            var (folder, availability) = await PlaceAsync(manifest, there, build, here(manifest.Stacks[0]), cancel);
            if (folder is not null)
                folders[manifest.Name] = folder;
            else
                progress.Step(
                    $"{manifest.Name} is unavailable on {site.Name}: {availability.Reason}\n  mend: {availability.Mend}"
                );
            foreach (var stack in manifest.Stacks)
                byStack[stack] = availability;
        }
        return (new(site, folders), stack => byStack[stack]);
    }

    private async Task<(string? Folder, Availability Availability)> PlaceAsync(
        WorkerManifest manifest,
        RemoteSite site,
        BuildPlace? build,
        Availability here,
        CancellationToken cancel
    )
    {
        if (manifest.Version is { } version)
            return (
                null,
                new(
                    false,
                    $"versions of a runtime are measured on this machine only, and {version.Title} not on {site.Name}",
                    "leave the version away, or --server and --clients"
                )
            );
        if (manifest.IsNative)
        {
            var native = await new NativeDeployment(manifest, site, progress).DeployAsync(build, here, cancel);
            var note = new Note("built-there", AuditVerdict.Note, $"{manifest.Name} was built on {site.Name}");
            if (native is { IsBuiltThere: true, Folder: not null } && !_notes.Contains(note))
                _notes.Add(note);
            return (native.Folder, native.Availability);
        }
        if (!here.IsAvailable)
            return (null, here);
        var runtime = manifest.Start[0];
        if (!await site.HasAsync(runtime, cancel))
            return (
                null,
                new(
                    false,
                    $"{runtime} is not installed on {site.Name}, or not on the PATH that commands have there",
                    $"on {site.Name}: {manifest.Requires.FirstOrDefault(r => r.Command == runtime)?.Mend ?? runtime}"
                )
            );
        return (await SendAsync(manifest, site, progress, cancel), Availability.Yes);
    }

    internal static Task<string> SendAsync(
        WorkerManifest manifest,
        RemoteSite site,
        ProgressLog progress,
        CancellationToken cancel
    ) =>
        site.StoreAsync(
            FileSet.Collect(manifest.Folder, manifest.Deployed),
            bytes => progress.Step(SendingMessage(manifest.Name, site, bytes)),
            cancel
        );

    internal static string SendingMessage(string what, RemoteSite to, long bytes) =>
        string.Create(CultureInfo.InvariantCulture, $"sending {what} to {to.Name} ({bytes / 1e6:0.0} MB) …");
}
