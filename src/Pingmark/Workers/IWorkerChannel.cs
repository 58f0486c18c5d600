using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What the controller needs of a worker, wherever it runs; tests put a fake behind it.</summary>
public interface IWorkerChannel : IAsyncDisposable
{
    string Name { get; }

    /// <summary>The process's id; 0 where it is not on this machine.</summary>
    int Pid { get; }

    WorkerHost Where => WorkerHost.Here;

    /// <summary>CPU time of the process so far, in ns; null if it is elsewhere, or has ended.</summary>
    long? CpuNs();

    /// <summary>The CPU time of this process so far, in ns; 0 where it is not on the worker's machine.</summary>
    long ControllerCpuNs() => 0;

    /// <summary>CPU time of each thread so far, by id; empty if it is elsewhere, or has ended.</summary>
    /// <param name="known">An earlier reading, of which names are taken, since those of threads don't change.</param>
    IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null);

    /// <summary>What the machine that the worker runs on has used so far.</summary>
    MachineUsage MachineUsage();

    /// <summary>Sends a request and returns its reply, whose status is <c>ok</c>.</summary>
    /// <exception cref="UnsupportedException">The worker answered <c>unsupported</c>.</exception>
    /// <exception cref="WorkerFault">The worker answered <c>error</c>, nonsense or too late, or it ended.</exception>
    Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel);

    /// <summary>Stops the process (SIGSTOP) until <see cref="Thaw"/>, for stacks that spin while they wait.</summary>
    void Freeze();
    void Thaw();

    WorkerFault Fault(string phase, string problem);

    /// <returns>How the worker ended, such as <c>was killed by signal 9</c>; null if it still runs after a
    /// moment.</returns>
    Task<string?> DescribeEndAsync();

    /// <summary>Completes when the worker has ended, or the connection to it was lost.</summary>
    Task WaitForEndAsync(CancellationToken cancel);
}

/// <summary>Starts workers; it is what separates trials from processes.</summary>
public interface IWorkerStarter
{
    /// <summary>The address by which clients reach servers; null where it is the one that these listen on.</summary>
    string? Reach => null;

    /// <summary>The starter of one of several client workers, by its number from 0.</summary>
    IWorkerStarter OfGenerator(int number) => this;

    /// <summary>The memory that a worker of a stack is expected to take, in bytes.</summary>
    long WorkerBytes(string stack) => WorkerManifest.DefaultMemoryBytes;

    /// <summary>The files in which a stack's server is; none where they are not told.</summary>
    IReadOnlyList<StackSource> SourcesOf(string stack) => [];

    /// <summary>What the workers of stacks are; those are left out that can't be read on this machine.</summary>
    IReadOnlyList<WorkerBinary> Binaries(IEnumerable<string> stacks) => [];

    /// <summary>The cores that its clients may use; null where both sides share those of the run.</summary>
    IReadOnlyList<int>? ClientCores => null;

    /// <param name="role">The worker's role, <c>server</c>, <c>client</c> or <c>both sides</c>: it is named in messages
    /// and decides on which machine the worker runs.</param>
    /// <param name="cpus">The list of cores as taskset takes it; null for all.</param>
    Task<Worker> StartAsync(
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    );
}
