using System.Diagnostics;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Placement;

namespace Pingmark.Workers;

/// <summary>Deploys a native worker: as it was built here, else built from its sources there.</summary>
/// <param name="longest">The longest time that a build there may take; null for the same as here.</param>
internal sealed class NativeDeployment(
    WorkerManifest manifest,
    RemoteSite site,
    ProgressLog progress,
    TimeSpan? longest = null
)
{
    /// <param name="place">Where the hosts file wants it to be built; null for whichever works.</param>
    /// <param name="here">Whether this machine could build it.</param>
    /// <returns>The worker's folder there, or null; whether it was built there; and why there is none.</returns>
    /// <exception cref="SiteException">The site takes no files: its disk is full, or the connection is
    /// lost.</exception>
    public async Task<(string? Folder, bool IsBuiltThere, Availability Availability)> DeployAsync(
        BuildPlace? place,
        Availability here,
        CancellationToken cancel
    )
    {
        if (place == BuildPlace.There)
            return await BuildThereAsync("", cancel);
        if (here.IsBroken)
            return (null, false, here);
        var (folder, sent) = await SendAsync(here, cancel);
        if (sent.IsAvailable || place == BuildPlace.Here)
            return (folder, false, sent);
        return await BuildThereAsync($"{sent.Reason}; ", cancel);
    }

    private async Task<(string? Folder, Availability Availability)> SendAsync(
        Availability here,
        CancellationToken cancel
    )
    {
        if (!here.IsAvailable)
            return (null, here);
        const string Mend = "have it built there: leave `build: here` away in the hosts file";
        var ours = LocalSite.Instance.Facts.Architecture;
        if (site.Facts.Architecture != ours)
            return (
                null,
                new(false, $"{manifest.Name} was built for {ours}, and {site.Name} is {site.Facts.Architecture}", Mend)
            );
        var folder = await WorkerDeployment.SendAsync(manifest, site, progress, cancel);
        return await TryStartAsync(folder, cancel) is { } why
            ? (null, new(false, $"as it was built here, {manifest.Name} does not start on {site.Name}: {why}", Mend))
            : (folder, Availability.Yes);
    }

    /// <param name="before">Why it was not sent as it was built here.</param>
    private async Task<(string? Folder, bool IsBuiltThere, Availability Availability)> BuildThereAsync(
        string before,
        CancellationToken cancel
    )
    {
        if (await FindMissingAsync(cancel) is { Count: > 0 } lacking)
            return Not(
                $"{before}to build it on {site.Name}, {string.Join(", ", lacking.Select(r => r.What))} "
                    + $"{(lacking.Count == 1 ? "is" : "are")} not installed there",
                $"on {site.Name}: {Requirement.MendAll(lacking)}"
            );
        var watch = Stopwatch.StartNew();
        var isNew = false;
        var (files, folder) = WorkerSources.Collect(manifest);
        var built = await site.BuildAsync(
            new(files, folder, manifest.Build, manifest.Output)
            {
                Longest = longest ?? WorkerBuilder.MaxBuildTime,
                OnSending = bytes =>
                {
                    isNew = true;
                    progress.Step(WorkerDeployment.SendingMessage($"the sources of {manifest.Name}", site, bytes));
                    progress.Step($"building {manifest.Name} on {site.Name} …");
                },
                OnOutput = line => progress.Detail($"{site.Name}: {line}"),
            },
            cancel
        );
        if (built.Folder is null)
            return Not(
                $"{before}on {site.Name} {built.Failure}",
                built.Mend is { } mend
                    ? $"on {site.Name}: {mend}"
                    : $"on {site.Name}, what its build says; `build: here` in a hosts file has it sent as it was "
                        + "built here"
            );
        if (isNew)
            progress.Step($"built {manifest.Name} on {site.Name} in {NumberText.Elapsed(watch.Elapsed.TotalSeconds)}");
        return await TryStartAsync(built.Folder, cancel) is { } why
            ? Not(
                $"{before}as it was built on {site.Name}, it does not start there: {why}",
                // Never where it says that it is: a command to paste has no words of another machine.
                $"on {site.Name}: rm -r \"${{XDG_CACHE_HOME:-$HOME/.cache}}/pingmark\", and it is built again"
            )
            : (built.Folder, true, Availability.Yes);

        static (string?, bool, Availability) Not(string reason, string mend) => (null, true, new(false, reason, mend));
    }

    private async Task<IReadOnlyList<Requirement>> FindMissingAsync(CancellationToken cancel)
    {
        List<Requirement> lacking = [];
        foreach (var requirement in manifest.Requires.Where(r => !r.Optional).Append(Deadlines))
            if (
                !await (
                    requirement.Command is { } command ? site.HasAsync(command, cancel)
                    : requirement.File is { } file ? site.HasFileAsync(file, cancel)
                    : Task.FromResult(true)
                )
            )
                lacking.Add(requirement);
        return lacking;
    }

    private static readonly Requirement Deadlines = new() { Command = "timeout", Debian = ["coreutils"] };

    /// <returns>Why it does not start there; null if it starts and answers.</returns>
    private async Task<string?> TryStartAsync(string folder, CancellationToken cancel)
    {
        var (command, environment) = RuntimeOptions.Apply(
            manifest with
            {
                Folder = folder,
            },
            new Dictionary<string, IReadOnlyList<string>>(),
            WorkerPlace.RemoteCrashFolder
        );
        try
        {
            await using var worker = new Worker(
                await WorkerProcess.StartAsync(manifest.Name, site, new(command, folder, environment, null), cancel)
            );
            await worker.HelloAsync(cancel);
            return null;
        }
        catch (WorkerFault fault)
        {
            if (site.Lost() is { } lost)
                throw lost;
            return fault.StderrTail.LastOrDefault(line => line.Length > 0) is { } last
                ? $"{fault.Problem} ({TerminalSafeText.Plain(last)})"
                : fault.Problem;
        }
    }
}
