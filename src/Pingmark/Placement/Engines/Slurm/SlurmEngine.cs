using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.Host;

namespace Pingmark.Placement.Engines.Slurm;

/// <summary>Reaches nodes of a Slurm job; each process is a step of the job.</summary>
internal sealed partial class SlurmEngine : MachineEngine
{
    public override string Name => "slurm";
    public override string Syntax => "slurm";
    public override string Help => "slurm (a node of a job)";
    public override string SyntaxForSeveral => "slurm:NODES";
    protected override string DestinationForm => "a number of nodes or a node's name";

    /// <summary>Matches a node's name, because it becomes a part of a Slurm list.</summary>
    protected override Regex Destinations => Node();

    internal override async Task<OpenMachineEngine> OpenAsync(
        IReadOnlyList<SiteEntry> asked,
        string? config,
        CancellationToken cancel
    ) =>
        await SlurmJob
            .OpenAsync(
                asked.Where(entry => !entry.IsAny).Select(entry => entry.Destination).Distinct().ToList(),
                asked.Count(entry => entry.IsAny),
                cancel
            )
            .ConfigureAwait(false);

    [GeneratedRegex(@"\A[A-Za-z0-9][A-Za-z0-9._-]*\z", RegexOptions.CultureInvariant)]
    private static partial Regex Node();
}

/// <summary>Holds the nodes of a Slurm job: of the one in which this process runs, or of one that is allocated once for
/// it and given back when its stdin ends. So the job ends with this process, however that ends.</summary>
internal sealed class SlurmJob : OpenMachineEngine
{
    /// <summary>The longest wait in a queue. Longer waits are for salloc or sbatch, in which this program
    /// runs.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30),
        LongestEnd = TimeSpan.FromSeconds(2),
        PollInterval = TimeSpan.FromMilliseconds(50);

    private readonly string _id;
    private readonly IReadOnlyList<SlurmNode> _nodes;
    private readonly Process? _allocation;

    /// <summary>The nodes that nobody has named, and that are free.</summary>
    private readonly Queue<string> _free;

    /// <summary>Makes the job of nodes that Slurm has given.</summary>
    /// <param name="allocation">The process that holds the job; null where the job is the one in which this process
    /// runs.</param>
    internal SlurmJob(string id, IReadOnlyList<SlurmNode> nodes, IReadOnlyList<string> named, Process? allocation)
    {
        (_id, _nodes, _allocation) = (id, nodes, allocation);
        _free = new(nodes.Select(node => node.Name).Except(named));
    }

    /// <summary>Takes nodes of the job in which this process runs, or allocates some.</summary>
    /// <param name="more">How many other nodes are needed, whichever they are.</param>
    /// <exception cref="SiteException">There is no Slurm, or it does not give these nodes.</exception>
    public static async Task<SlurmJob> OpenAsync(IReadOnlyList<string> named, int more, CancellationToken cancel)
    {
        SlurmCommands.Require("salloc", "srun", "scontrol");
        return Environment.GetEnvironmentVariable("SLURM_JOB_ID") is { Length: > 0 } ours
            ? await OfJobAsync(ours, named, more, cancel).ConfigureAwait(false)
            : await AllocateAsync(named, more, cancel).ConfigureAwait(false);
    }

    private static async Task<SlurmJob> OfJobAsync(
        string id,
        IReadOnlyList<string> named,
        int more,
        CancellationToken cancel
    )
    {
        var list = Environment.GetEnvironmentVariable("SLURM_JOB_NODELIST") ?? "";
        var nodes = list.Length > 0 ? await SlurmCommands.NodesAsync(list, cancel).ConfigureAwait(false) : [];
        if (named.Except(nodes.Select(node => node.Name)).FirstOrDefault() is { } strange)
            throw new SiteException($"slurm: {strange} is no node of job {id}, in which this runs: it has {list}");
        var needed = named.Count + more;
        return nodes.Count >= needed
            ? new(id, nodes, named, allocation: null)
            : throw new SiteException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"slurm: {needed} nodes are asked for, and job {id}, in which this runs, has {nodes.Count} "
                        + $"({list}): ask salloc or sbatch for more (--nodes={needed})"
                )
            );
    }

    private static async Task<SlurmJob> AllocateAsync(IReadOnlyList<string> named, int more, CancellationToken cancel)
    {
        var needed = named.Count + more;
        var info = new ProcessStartInfo(
            // A terminal's Ctrl-C is for this process, which then gives the nodes back.
            "setsid",
            [
                "salloc",
                string.Create(CultureInfo.InvariantCulture, $"--nodes={needed}"),
                .. named.Count > 0 ? [$"--nodelist={string.Join(',', named)}"] : Array.Empty<string>(),
                "--exclusive",
                // Of several generators' nodes one may be lost.
                "--no-kill",
                string.Create(CultureInfo.InvariantCulture, $"--immediate={LongestWait.TotalSeconds:0}"),
                "--job-name=pingmark",
                "/bin/sh",
                "-c",
                "echo \"$SLURM_JOB_ID $SLURM_JOB_NODELIST\"; exec cat >/dev/null",
            ]
        );
        WorkerSurroundings.SetPipes(info);
        // Not with those that are killed with this process; it ends with its stdin.
        var allocation = await ProcessLauncher.StartAsync(info).ConfigureAwait(false);
        try
        {
            var (id, list) = await GrantedAsync(allocation, named, needed, cancel).ConfigureAwait(false);
            return new(id, await SlurmCommands.NodesAsync(list, cancel).ConfigureAwait(false), named, allocation);
        }
        catch
        {
            Cancel(allocation);
            allocation.Dispose();
            throw;
        }
    }

    private static async Task<(string Id, string List)> GrantedAsync(
        Process allocation,
        IReadOnlyList<string> named,
        int needed,
        CancellationToken cancel
    )
    {
        const int LongestLine = 2000,
            LongestAnswer = 1 << 20;
        var errors = WorkerSurroundings.Errors(allocation, LongestLine);
        var granted = new ForeignStream(allocation.StandardOutput.BaseStream, LongestWait + 2 * LongestEnd)
            .ReadLineAsync(LongestAnswer, cancel)
            .AsTask();
        var watch = Stopwatch.StartNew();
        while (!granted.IsCompleted && !IsRefused(errors.Read()) && watch.Elapsed < LongestWait + LongestEnd)
            await Task.WhenAny(granted, Task.Delay(PollInterval, cancel)).ConfigureAwait(false);
        cancel.ThrowIfCancellationRequested();
        if (granted.IsCompletedSuccessfully && (await granted.ConfigureAwait(false))?.Split(' ') is [var id, var list])
            return (id, list);
        if (granted.IsCompleted)
            await Task.WhenAny(errors.Ended, Task.Delay(LongestEnd, cancel)).ConfigureAwait(false);
        var who = named.Count > 0 ? $"{string.Join(", ", named)}: " : "";
        throw new SiteException($"slurm: {who}{NotGranted(errors.Read(), needed)}");
    }

    /// <summary>Whether salloc waits although it will not get the nodes.</summary>
    private static bool IsRefused(IReadOnlyList<string> said) =>
        said.Any(line =>
            line.Contains("Requested partition configuration not available", StringComparison.OrdinalIgnoreCase)
            || line.Contains("Required node not available", StringComparison.OrdinalIgnoreCase)
        );

    /// <summary>Explains why nodes were not granted. Only nodes that others have may come later; all else that salloc
    /// says does not change by waiting.</summary>
    internal static string NotGranted(IReadOnlyList<string> said, int needed) =>
        !IsRefused(said) && said.Any(line => line.Contains("timed out", StringComparison.OrdinalIgnoreCase))
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{needed} free nodes were not to be had within {LongestWait.TotalSeconds:0} s: wait for them with "
                    + $"`salloc --nodes={needed} --exclusive`, and run this command in there"
            )
            : RemoteProblem.Explain(
                SlurmProblems.All,
                said,
                $"salloc did not answer within {LongestWait.TotalSeconds:0} s"
            );

    public override SiteEntry Take(SiteEntry asked) =>
        asked.IsAny && _free.Dequeue() is var node ? asked with { Name = node, Destination = node } : asked;

    public override async Task<RemoteShell> ShellAsync(SiteEntry entry, CancellationToken cancel)
    {
        var node = _nodes.First(node => node.Name == entry.Destination);
        if (node.IsDown)
            throw new SiteException(
                $"{entry.Name}: Slurm says that it is {TerminalSafeText.Plain(node.State)}: "
                    + $"`scontrol show node {node.Name}` tells why"
            );
        var address = await node.AddressAsync(cancel).ConfigureAwait(false);
        return new SrunCommandLine(_id, node.Name, address);
    }

    public override void Dispose()
    {
        base.Dispose();
        if (_allocation is null)
            return;
        // At the end of its stdin it ends what it runs, and then it gives the nodes back.
        try
        {
            _allocation.StandardInput.Close();
        }
        catch (IOException)
        { /* It has ended. */
        }
        if (!_allocation.WaitForExit(LongestEnd))
            Cancel(_allocation);
        _allocation.Dispose();
    }

    /// <summary>Cancels an allocation, also one that still waits for nodes. SIGKILL would leave the job to the
    /// cluster.</summary>
    private static void Cancel(Process allocation)
    {
        if (allocation.HasExited)
            return;
        Libc.Kill(allocation.Id, Libc.SigTerm);
        if (!allocation.WaitForExit(LongestEnd))
            allocation.Kill();
    }
}
