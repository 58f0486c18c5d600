using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Who a worker is, and which stacks it has.</summary>
public sealed record HelloReply(
    string Worker,
    string Runtime,
    IReadOnlyList<string> Libraries,
    IReadOnlyList<long> Cpus,
    string? Gc,
    IReadOnlyList<string> Stacks
)
{
    /// <summary>How the names of its threads that compile at run time begin; null where it does not tell.</summary>
    public IReadOnlyList<string>? CompilerThreads { get; init; }

    /// <summary>Whether the runtime compiles in the background. Where the worker does not tell, a runtime that collects
    /// garbage is taken for one that does.</summary>
    public bool CompilesAsItRuns => CompilerThreads is { } threads ? threads.Count > 0 : Gc is not null;

    /// <param name="fault">Makes the exception for a reply that can't be true.</param>
    internal static HelloReply Read(Reply reply, Func<string, WorkerFault> fault)
    {
        if (reply.Number("protocol") != Workers.Worker.ProtocolVersion)
            throw fault(
                $"speaks protocol {reply.Number("protocol")}, this controller speaks {Workers.Worker.ProtocolVersion}; "
                    + "rebuild it by `pingmark build`"
            );
        // A worker without clients counts none.
        if (reply.TextOrNull("histogram_layout") is { } layout && layout != Workers.Worker.HistogramLayout)
            throw fault($"counts in histogram layout '{layout}', expected {Workers.Worker.HistogramLayout}");
        var cpus = reply.Numbers("cpus");
        if (
            cpus.Length > CoreList.MostCores
            || cpus.Distinct().Count(core => core is >= 0 and < CoreList.MostCores) != cpus.Length
        )
            throw fault("names cores that no machine has");
        return new(
            reply.Text("worker"),
            reply.Text("runtime"),
            reply.Texts("libraries"),
            cpus,
            reply.TextOrNull("gc"),
            reply.Texts("stacks")
        )
        {
            CompilerThreads = reply.Has("compiler_threads") ? reply.Texts("compiler_threads") : null,
        };
    }
}
