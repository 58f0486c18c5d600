using System.Globalization;
using Pingmark.Placement;

namespace Pingmark.Workers;

/// <summary>Puts built workers where a side runs: what a site lacks is sent there, once for each content.</summary>
public sealed class WorkerDeployment(WorkerCatalog catalog, ProgressLog progress)
{
    /// <param name="here">What this machine could build.</param>
    /// <returns>Where the workers are there, and for each stack whether it can run there.</returns>
    /// <exception cref="SiteException">The site takes nothing: no disk, no connection.</exception>
    public async Task<(WorkerPlace Place, Func<string, Availability> Availability)> ToAsync(
        ISite site,
        IEnumerable<string> stacks,
        Func<string, Availability> here,
        CancellationToken cancel
    )
    {
        if (site.IsHere)
            return (WorkerPlace.Here, here);
        var folders = new Dictionary<string, string>();
        var there = new Dictionary<string, Availability>();
        foreach (var manifest in stacks.Select(catalog.Of).Distinct())
        {
            var availability = here(manifest.Stacks[0]);
            if (availability.IsAvailable)
                availability = await CanRunAsync(manifest, site, cancel);
            if (availability.IsAvailable)
                folders[manifest.Name] = await SendAsync(manifest, site, cancel);
            else
                progress.Step(
                    $"{manifest.Name} is unavailable on {site.Name}: {availability.Reason}\n  mend: {availability.Mend}"
                );
            foreach (var stack in manifest.Stacks)
                there[stack] = availability;
        }
        return (new(site, folders), stack => there[stack]);
    }

    private static async Task<Availability> CanRunAsync(WorkerManifest manifest, ISite site, CancellationToken cancel)
    {
        var ours = LocalSite.Instance.Facts.Architecture;
        if (manifest.IsNative)
            return site.Facts.Architecture == ours
                ? Availability.Yes
                : new(
                    false,
                    $"{manifest.Name} was built for {ours}, and {site.Name} is {site.Facts.Architecture}",
                    "start pingmark on a machine of that architecture; workers of Java and .NET run on any"
                );
        var runtime = manifest.Start[0];
        return await site.HasAsync(runtime, cancel)
            ? Availability.Yes
            : new(
                false,
                $"{runtime} is not installed on {site.Name}, or not on the PATH that commands have there",
                $"on {site.Name}: {manifest.Requires.FirstOrDefault(r => r.Command == runtime)?.Mend ?? runtime}"
            );
    }

    private Task<string> SendAsync(WorkerManifest manifest, ISite site, CancellationToken cancel) =>
        site.StoreAsync(
            FileSet.Of(manifest.Folder, manifest.Deployed),
            bytes =>
                progress.Step(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"sending {manifest.Name} to {site.Name} ({bytes / 1e6:0.0} MB) …"
                    )
                ),
            cancel
        );
}
