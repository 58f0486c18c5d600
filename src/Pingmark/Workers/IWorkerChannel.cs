using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What the controller needs of a worker, wherever it runs; tests put a fake behind it.</summary>
public interface IWorkerChannel : IAsyncDisposable
{
    string Name { get; }

    /// <summary>0: not on this machine.</summary>
    int Pid { get; }

    WorkerHost Where => WorkerHost.Here;

    /// <summary>CPU time of the process so far, all threads; null where it isn't on this machine, or has
    /// ended.</summary>
    long? CpuNs();

    /// <summary>What each of its threads has used so far; empty where it isn't on this machine, or has
    /// ended.</summary>
    /// <param name="known">An earlier reading: names of threads don't change.</param>
    IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null);

    /// <summary>Of the machine that it runs on, so far.</summary>
    MachineUsage MachineUsage();

    /// <summary>Compares socket options as it reports them with the kernel's.</summary>
    SocketInspection.Finding LookAtSockets(IReadOnlyDictionary<string, string> reported);

    /// <summary>One request and its <c>ok</c> reply.</summary>
    /// <exception cref="UnsupportedException">The worker answered <c>unsupported</c>.</exception>
    /// <exception cref="WorkerFault">It answered <c>error</c>, nonsense, too late, or ended.</exception>
    Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel);

    /// <summary>SIGSTOP: it uses no CPU until <see cref="Thaw"/>. Only for stacks that spin while they wait.</summary>
    void Freeze();
    void Thaw();

    WorkerFault Fault(string phase, string problem);

    /// <returns>How the worker ended: <c>was killed by signal 9</c>; null while it runs, and goes on running for a
    /// moment.</returns>
    Task<string?> EndAsync();

    /// <summary>Ends when the worker has ended, or the way to it was lost.</summary>
    Task WaitForEndAsync(CancellationToken cancel);
}

/// <summary>Starts workers; the seam between trials and processes.</summary>
public interface IWorkerStarter
{
    /// <summary>By which address clients reach servers; null: by the one that these listen on.</summary>
    string? Reach => null;

    /// <summary>The one of several client workers of a server, from 0: it may have a machine of its own.</summary>
    IWorkerStarter OfGenerator(int number) => this;

    /// <summary>The memory that a worker of a stack is expected to take.</summary>
    long WorkerBytes(string stack) => WorkerManifest.UntoldMemoryBytes;

    /// <summary>That its clients may use; null: what both sides share.</summary>
    IReadOnlyList<int>? ClientCores => null;

    /// <param name="role"><c>server</c>, <c>client</c> or <c>both sides</c>: for messages, and where it runs.</param>
    /// <param name="cpus">taskset's list; null = all.</param>
    Task<Worker> StartAsync(
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    );
}
