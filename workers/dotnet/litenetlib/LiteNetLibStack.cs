using LiteNetLib;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.LiteNetLib;

/// <summary>
/// Both roles run the library in its manual mode: its own two threads per manager would hand each message over twice,
/// and 500 connections, which need a manager each, would have 1,000 threads.
/// </summary>
internal sealed class LiteNetLibStack : IStack
{
    /// <summary>What every path is expected to carry before the library has found out more.</summary>
    private const int StartMtu = 1024;

    public StackDescription Description { get; } =
        new(
            "dotnet/litenetlib",
            "LiteNetLib in manual mode; native_sockets is for sending only, as the library receives "
                + "natively on threads "
                + "of its own",
            IsStream: false,
            Spins: false,
            "server: one thread; client: client_threads, which share the connections (a NetManager and a socket each)",
            StackDescription.MemoryBound
        )
        {
            Transport = Transport.Of("litenetlib"),
            IsReliable = true,
            IsUnreliable = true,
            SendsUnasked = true,
            TakesSnapshots = true,
            MaxMessageBytes = StartMtu - NetConstants.HeaderSize,
            // It is sent in fragments; the kit's payload ends here.
            MaxReliableMessageBytes = Constants.MaxBodyBytes,
            Options = [StackOption.TickRate, StackOption.ClientThreads, Managers.NativeSockets],
        };

    public Listening Listen(ListenPlan plan, Server server) => new Serving(plan, server).Start();

    public EffectiveOptions Connect(Client client) => PolledLane.Connect(client, lane => new Connection(client, lane));
}
