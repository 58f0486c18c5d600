using System.Globalization;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One side of a measurement: a worker process that has said what it is. It serves or sends once <see
/// cref="ServerSide"/> or <see cref="ClientSide"/> has told it where.</summary>
public abstract class Side : IAsyncDisposable
{
    private protected Side(Worker worker, HelloReply hello, StackDescription stack, string? cpus)
    {
        (Worker, Stack) = (worker, stack);
        CompilesAsItRuns = hello.CompilesInBackground;
        CompilerThreads = hello.CompilerThreads ?? [];
        Version = string.Join(
            ", ",
            hello.Libraries.Prepend(hello.Runtime + (hello.Gc is null ? "" : $" ({hello.Gc})"))
        );
        Cpus = cpus ?? string.Join(',', hello.Cpus.Select(core => core.ToString(CultureInfo.InvariantCulture)));
    }

    /// <summary>Makes a side of several workers that count as one.</summary>
    /// <param name="like">The first of them.</param>
    private protected Side(Side like, string version, string cpus)
    {
        (Worker, Stack, CompilesAsItRuns) = (like.Worker, like.Stack, like.CompilesAsItRuns);
        CompilerThreads = like.CompilerThreads;
        (Version, Cpus) = (version, cpus);
    }

    private protected Worker Worker { get; }
    public StackDescription Stack { get; }

    /// <summary>Whether the side's runtime has a compiler and a collector that work in the background.</summary>
    public bool CompilesAsItRuns { get; }

    /// <summary>The beginnings of the names of threads that compile or collect.</summary>
    internal IReadOnlyList<string> CompilerThreads { get; }

    /// <summary>Sums the CPU time of those threads that compile or collect.</summary>
    internal long SumCompilerNs(IEnumerable<ThreadTime> used) =>
        used.Where(thread => CompilerThreads.Any(name => thread.Name.StartsWith(name, StringComparison.Ordinal)))
            .Sum(thread => thread.CpuNs);

    /// <summary>The versions of the side's runtime and libraries.</summary>
    public string Version { get; }

    /// <summary>The cores that the side may use, as taskset's list; empty where they are of several machines.</summary>
    public string Cpus { get; }

    /// <summary>The options as the worker reads them back.</summary>
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; private protected set; } =
        new Dictionary<string, string>();

    public string Name => Worker.Name;

    /// <summary>How many messages the side has carried, for any other side: so many its compiler has seen.</summary>
    internal long MessagesSeen { get; set; }

    /// <summary>Whether the side has been warm before, so that most of its code is compiled.</summary>
    internal bool HasBeenWarm { get; set; }

    /// <summary>The id of the side's process; 0 where it is not on this machine.</summary>
    public int Pid => Worker.Pid;

    public WorkerHost Where => Worker.Where;

    /// <summary>The sides with one worker each that make up this side.</summary>
    internal virtual IReadOnlyList<Side> Workers => [this];

    /// <summary>The ids of the processes whose CPU time can be read at one moment; 0 on another machine.</summary>
    internal virtual IReadOnlyList<int> Pids => [Pid];

    /// <summary>Whether all of the side is on this machine.</summary>
    public virtual bool IsHere => Where.IsHere;

    private protected static async Task<T> StartAsync<T>(
        IWorkerStarter starter,
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>>? runtimeOptions,
        string? cpus,
        Func<Worker, HelloReply, StackDescription, T> make,
        CancellationToken cancel
    )
    {
        runtimeOptions ??= new Dictionary<string, IReadOnlyList<string>>();
        var worker = await starter.StartAsync(stack, role, runtimeOptions, cpus, cancel);
        try
        {
            var hello = await worker.HelloAsync(cancel);
            return make(worker, hello, await worker.DescribeAsync(stack, cancel));
        }
        catch
        {
            await worker.DisposeAsync();
            throw;
        }
    }

    /// <summary>Reads the CPU time of the side's process; null on another machine, or where it has ended.</summary>
    public virtual long? CpuNs() => Worker.CpuNs();

    /// <summary>Reads the CPU time of the controller; 0 where it isn't on the side's machine.</summary>
    public long ControllerCpuNs() => Worker.ControllerCpuNs();

    /// <summary>Reads what each thread has used; empty on another machine, or where the process has ended.</summary>
    /// <param name="known">An earlier reading.</param>
    public virtual IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        Worker.Threads(known);

    /// <summary>Asks what the side's machine has used.</summary>
    /// <param name="isNeeded">If not, the answer is null where the machine can't be reached.</param>
    internal MachineUsage? TryReadMachineUsage(bool isNeeded)
    {
        try
        {
            return Worker.MachineUsage();
        }
        catch (WorkerFault) when (!isNeeded)
        {
            return null;
        }
    }

    /// <summary>Ends all connections; the side can connect, or serves others, again.</summary>
    public virtual Task DisconnectAsync(CancellationToken cancel) => Worker.DisconnectAsync(cancel);

    public virtual Task<Usage> UsageAsync(CancellationToken cancel) => Worker.UsageAsync(cancel);

    /// <summary>Ends the worker in order, with its totals.</summary>
    public virtual Task<Usage> StopAsync(CancellationToken cancel) => Worker.StopAsync(cancel);

    public WorkerFault Fault(string phase, string problem) => Worker.Fault(phase, problem);

    public virtual ValueTask DisposeAsync() => EndWorkersAsync();

    private protected virtual ValueTask EndWorkersAsync() => Worker.DisposeAsync();
}
