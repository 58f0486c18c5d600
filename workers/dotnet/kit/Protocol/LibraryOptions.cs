using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>Options beyond those of a socket, effective as they stand here; a stack names those that it
/// takes.</summary>
/// <param name="TickRateHz">How often at least the library's own loop runs: its longest wait for the network is one
/// divided by this.</param>
/// <param name="ClientThreads">Threads that share a client's connections.</param>
/// <param name="NativeSockets">The library's own system calls in place of .NET's sockets.</param>
/// <param name="ConnectedSockets">A server's peers have sockets of their own.</param>
public sealed record LibraryOptions(int TickRateHz, int ClientThreads, bool NativeSockets, bool ConnectedSockets)
{
    public const string TickRate = "tick_rate_hz",
        Threads = "client_threads",
        Native = "native_sockets",
        Connected = "connected_sockets";
    private const int MostTicks = 1_000,
        MostThreads = 256;

    /// <summary>The longest wait for the network, at least 1 ms.</summary>
    public int TickMs => 1000 / TickRateHz;

    internal static LibraryOptions Read(Request request, StackDescription stack, bool isClient) =>
        new(
            Has(request, stack, TickRate) ? (int)request.Within(TickRate, 1, MostTicks) : Constants.DefaultTickRateHz,
            isClient && Has(request, stack, Threads) ? (int)request.Within(Threads, 1, MostThreads) : 1,
            Has(request, stack, Native) && request.Flag(Native, false),
            isClient || !Has(request, stack, Connected) || request.Flag(Connected, true)
        );

    private static bool Has(Request request, StackDescription stack, string name) =>
        request.Has(name)
        && (
            stack.Options.Contains(name)
                ? true
                : throw new UnsupportedException($"{name}: {stack.Stack} has no such option")
        );

    /// <summary>Reports those that the stack takes.</summary>
    internal void Write(Utf8JsonWriter json, StackDescription stack, bool isClient)
    {
        if (stack.Options.Contains(TickRate))
            json.WriteNumber(TickRate, TickRateHz);
        if (isClient && stack.Options.Contains(Threads))
            json.WriteNumber(Threads, ClientThreads);
        if (stack.Options.Contains(Native))
            json.WriteBoolean(Native, NativeSockets);
        if (!isClient && stack.Options.Contains(Connected))
            json.WriteBoolean(Connected, ConnectedSockets);
    }
}
