using System.Collections.Concurrent;
using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>Builds workers whose inputs changed since their last build. A worker that can't be built is unavailable
/// with a reason; the others are built all the same.</summary>
public sealed class WorkerBuilder(ProgressLog progress)
{
    internal static readonly TimeSpan MaxBuildTime = TimeSpan.FromMinutes(10);

    private const int MaxLines = 15,
        MaxLineLength = 2000;

    /// <summary>Variables by which no process that a build starts serves other builds, or stays when it is
    /// over.</summary>
    private static readonly (string Variable, string Value)[] BuildServerSwitches =
    [
        ("MSBUILDDISABLENODEREUSE", "1"),
        ("DOTNET_CLI_USE_MSBUILD_SERVER", "0"),
        ("UseSharedCompilation", "false"),
    ];

    /// <summary>Whether anything had to be built.</summary>
    public bool HasBuilt { get; private set; }

    /// <param name="triesAgain">Whether a package that could not be had a moment ago is tried again, which takes
    /// seconds.</param>
    public async Task<Availability> EnsureBuiltAsync(
        WorkerManifest manifest,
        bool force,
        CancellationToken cancel,
        bool triesAgain = false
    )
    {
        if (ProcessLauncher.Missing is { } command)
            return new(false, $"{command} is not installed", $"apt-get install {ProcessLauncher.Package}");
        if (manifest.MissingRequirement is { } lacking)
            return new(false, $"{lacking.What} is not installed", lacking.Mend);
        if (!force && !IsStale(manifest))
            return Availability.Yes;
        var missing = new MissingPackage(manifest);
        if (!force && !triesAgain && missing.Error is { } known)
            return missing.Unavailable(known);
        try
        {
            using var turn = await BuildLock.AcquireAsync(
                manifest,
                MaxBuildTime,
                () => progress.Step($"waiting to build {manifest.Name}: another pingmark builds in this tree …"),
                cancel
            );
            if (turn is null)
                return new(
                    false,
                    $"another pingmark has been building in this tree for {MaxBuildTime.TotalMinutes:0} minutes",
                    "wait for it, or end it"
                );
            return !force && !IsStale(manifest) ? Availability.Yes : await BuildAsync(manifest, cancel);
        }
        catch (Exception e) when (e is UnauthorizedAccessException or IOException)
        {
            return new(false, $"its folders can't be written: {e.Message}", "use a copy of this tree that can be");
        }
    }

    private async Task<Availability> BuildAsync(WorkerManifest manifest, CancellationToken cancel)
    {
        var (failed, missing) = (new FailedBuild(manifest), new MissingPackage(manifest));
        progress.Step($"building {manifest.Name} …");
        HasBuilt = true;
        foreach (var step in manifest.Build)
            if (await RunAsync(manifest, step, cancel) is { } failure)
            {
                if (manifest.Package is not null && FindMissingPackage(failure) is { } error)
                    return missing.Remember(error);
                failed.Remember(failure);
                return new(
                    false,
                    failure,
                    $"(cd {Path.GetRelativePath(Environment.CurrentDirectory, manifest.Folder)} && "
                        + $"{string.Join(' ', step)})"
                )
                {
                    IsBroken = true,
                };
            }
        if (!File.Exists(manifest.OutputPath))
            return new(false, $"its build made no {manifest.Output}", $"./pingmark build {manifest.Name}")
            {
                IsBroken = true,
            };
        missing.Forget();
        failed.Forget();
        // Incremental builds leave an output that is already right untouched; its date tells when it was last known to
        // be right.
        File.SetLastWriteTimeUtc(manifest.OutputPath, DateTime.UtcNow);
        return Availability.Yes;
    }

    /// <summary>Finds the error of a package that could not be had. MSBuild writes <c>FILE : error CODE: text
    /// [PROJECT]</c>: NuGet's codes begin with NU, and errors that a project raises itself have none. Any other error
    /// is one of the sources.</summary>
    /// <returns>The error; null when the build failed for another reason.</returns>
    private static string? FindMissingPackage(string output) =>
        output
            .Split('\n')
            .Select(line =>
                line.IndexOf(": error", StringComparison.Ordinal) is >= 0 and var at
                    ? line[(at + 2)..].Split(" [")[0].Trim()
                    : ""
            )
            .FirstOrDefault(error => error.Length > 0)
            is { } first
        && (
            first.StartsWith("error NU", StringComparison.Ordinal)
            || first.StartsWith("error :", StringComparison.Ordinal)
        )
            ? first
            : null;

    /// <summary>Whether a worker must be built: it has no output, or an input is newer than that. Build folders do not
    /// count.</summary>
    public static bool IsStale(WorkerManifest manifest) =>
        !File.Exists(manifest.OutputPath) || IsChangedSince(manifest, File.GetLastWriteTimeUtc(manifest.OutputPath));

    /// <summary>Whether a build of the worker would begin: it is stale, nothing that it needs is known to be missing,
    /// and no package could not be had a moment ago.</summary>
    public static bool WouldBuild(WorkerManifest manifest) =>
        manifest.MissingRequirement is null && IsStale(manifest) && new MissingPackage(manifest).Error is null;

    internal static bool IsChangedSince(WorkerManifest manifest, DateTime time) =>
        WorkerSources.Files(manifest).Any(file => File.GetLastWriteTimeUtc(file) > time);

    /// <returns>What went wrong, with the output's last lines; null when the command succeeded.</returns>
    private static async Task<string?> RunAsync(
        WorkerManifest manifest,
        IReadOnlyList<string> command,
        CancellationToken cancel
    )
    {
        // One shell joins both streams in their order; the arguments are passed apart, so nothing in them is
        // interpreted.
        using var build = await ProcessGroup.StartAsync(
            ["/bin/sh", "-c", "exec \"$@\" 2>&1 </dev/null", "sh", .. command],
            cpus: null,
            info =>
            {
                info.WorkingDirectory = manifest.Folder;
                info.RedirectStandardOutput = true;
                foreach (var (variable, value) in BuildServerSwitches)
                    info.Environment[variable] = value;
            }
        );
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(MaxBuildTime);
        try
        {
            var said = new ForeignStream(build.Leader.StandardOutput.BaseStream, longestSilence: null).KeepLast(
                MaxLines,
                MaxLineLength
            );
            await said.Ended.WaitAsync(limit.Token);
            await build.Leader.WaitForExitAsync(limit.Token);
            return build.Leader.ExitCode == 0
                ? null
                : "its build failed:\n" + string.Join('\n', said.Read().Select(line => "    " + line));
        }
        catch (OperationCanceledException)
        {
            cancel.ThrowIfCancellationRequested();
            return $"its build took longer than {MaxBuildTime.TotalMinutes:0} minutes";
        }
    }
}

/// <summary>Builds several workers, two languages at once. Those of one language share the folder in which their kit is
/// built, and so are built one after the other.</summary>
public static class WorkerBuilds
{
    private const int LanguagesAtOnce = 2;

    /// <returns>Whether each worker can be started, by its name.</returns>
    public static async Task<IReadOnlyDictionary<string, Availability>> EnsureAllBuiltAsync(
        this WorkerBuilder builder,
        IEnumerable<WorkerManifest> manifests,
        bool force,
        CancellationToken cancel,
        bool triesAgain = false
    )
    {
        var built = new ConcurrentDictionary<string, Availability>();
        await Parallel.ForEachAsync(
            manifests.GroupBy(manifest => manifest.Runtime),
            new ParallelOptions { MaxDegreeOfParallelism = LanguagesAtOnce, CancellationToken = cancel },
            async (language, stop) =>
            {
                foreach (var manifest in language)
                    built[manifest.Name] = await builder.EnsureBuiltAsync(manifest, force, stop, triesAgain);
            }
        );
        return built;
    }
}
