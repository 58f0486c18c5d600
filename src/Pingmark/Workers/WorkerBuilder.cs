using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>Builds workers whose inputs changed since their last build. A worker that can't be built is unavailable
/// with a reason; the others are built all the same.</summary>
public sealed class WorkerBuilder(ProgressLog progress)
{
    internal static readonly TimeSpan LongestBuild = TimeSpan.FromMinutes(10);

    private const int LinesKept = 15,
        LongestLine = 2000;

    /// <summary>Variables by which no process that a build starts serves other builds, or stays when it is
    /// over.</summary>
    private static readonly (string Variable, string Value)[] NoServers =
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
        if (manifest.Lacking is { } lacking)
            return new(false, $"{lacking.What} is not installed", lacking.Mend);
        if (!force && !IsStale(manifest))
            return Availability.Yes;
        var missing = new MissingPackage(manifest);
        if (!force && !triesAgain && missing.Remembered is { } known)
            return missing.Unavailable(known);
        try
        {
            using var turn = await BuildTurn.TakeAsync(
                manifest,
                LongestBuild,
                () => progress.Step($"waiting to build {manifest.Name}: another pingmark builds in this tree …"),
                cancel
            );
            if (turn is null)
                return new(
                    false,
                    $"another pingmark has been building in this tree for {LongestBuild.TotalMinutes:0} minutes",
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
        RemoveUnfinished(manifest);
        foreach (var step in manifest.Build)
            if (await RunAsync(manifest, step, cancel) is { } failure)
            {
                RemoveUnfinished(manifest);
                if (manifest.Package is not null && NotToBeHad(failure) is { } error)
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
        if (!HasOutput(manifest))
            return new(
                false,
                $"its build made no {(manifest.IsNative ? "executable " : "")}{manifest.Output}",
                $"{Called.Name} build {manifest.Name}"
            )
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
    private static string? NotToBeHad(string output) =>
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

    /// <summary>Removes what a linker that was ended has left: to make and its kind it would be up to date, also when
    /// the command is typed by hand that a failed build names.</summary>
    private static void RemoveUnfinished(WorkerManifest manifest)
    {
        if (File.Exists(manifest.OutputPath) && !HasOutput(manifest))
            File.Delete(manifest.OutputPath);
    }

    /// <summary>Whether a worker must be built: it has no output, or an input is newer than that. Build folders do not
    /// count.</summary>
    public static bool IsStale(WorkerManifest manifest) =>
        !HasOutput(manifest) || IsChangedSince(manifest, File.GetLastWriteTimeUtc(manifest.OutputPath));

    /// <summary>Whether a build has made the output. A linker that was ended leaves a program that can't be
    /// executed.</summary>
    private static bool HasOutput(WorkerManifest manifest) =>
        File.Exists(manifest.OutputPath) && (!manifest.IsNative || Executables.IsExecutable(manifest.OutputPath));

    /// <summary>Whether a build of the worker would begin: it is stale, nothing that it needs is known to be missing,
    /// and no package could not be had a moment ago.</summary>
    public static bool WouldBuild(WorkerManifest manifest) =>
        manifest.Lacking is null && IsStale(manifest) && new MissingPackage(manifest).Remembered is null;

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
                foreach (var (variable, value) in NoServers)
                    info.Environment[variable] = value;
            }
        );
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(LongestBuild);
        try
        {
            var said = new ForeignStream(build.Leader.StandardOutput.BaseStream, longestSilence: null).KeepLast(
                LinesKept,
                LongestLine
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
            return $"its build took longer than {LongestBuild.TotalMinutes:0} minutes";
        }
    }
}
