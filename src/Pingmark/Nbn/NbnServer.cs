using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>A library's echo server, serving: one worker process, which takes client after client.</summary>
public sealed class NbnServer : IAsyncDisposable
{
    private readonly Worker _worker;

    private NbnServer(Worker worker, HelloReply hello, StackDescription stack, ListenReply listening) =>
        (_worker, Stack, EndPoint, EffectiveOptions, Version) = (
            worker,
            stack,
            new(IPAddress.Parse(listening.Address), listening.Port),
            listening.EffectiveOptions,
            NbnClient.VersionOf(hello)
        );

    public StackDescription Stack { get; }
    public IPEndPoint EndPoint { get; }
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; }
    public string Version { get; }

    /// <param name="cpus">taskset's list; null = all.</param>
    /// <exception cref="BadInputException">The library can't do what is asked, or the port is taken.</exception>
    public static async Task<NbnServer> StartAsync(
        IWorkerStarter starter,
        string stack,
        NbnOptions options,
        string token,
        string? cpus,
        CancellationToken cancel
    )
    {
        var worker = await starter.StartAsync(stack, "server", NbnClient.NoRuntimeOptions, cpus, cancel);
        try
        {
            var hello = await worker.HelloAsync(cancel);
            var description = await worker.DescribeAsync(stack, cancel);
            NbnLimits.Check(description, options);
            RequireFreePort(description, options);
            var listening = await worker.ListenAsync(
                stack,
                options.Address,
                options.Port,
                token,
                allowWildcard: false,
                NbnLimits.ScenarioOf(description, options),
                cancel
            );
            return new(worker, hello, description, listening);
        }
        catch (Exception e)
        {
            await worker.DisposeAsync();
            if (e is not UnsupportedException)
                throw;
            return options.OnIpv4 is { } other
                ? await StartAsync(starter, stack, other, token, cpus, cancel)
                : throw new BadInputException(e.Message);
        }
    }

    public Task<Usage> UsageAsync(CancellationToken cancel) => _worker.UsageAsync(cancel);

    public Task<Usage> StopAsync() => _worker.StopAsync(CancellationToken.None);

    /// <summary>What is measured against this server ends with it: a dead server would leave its clients
    /// waiting.</summary>
    /// <exception cref="WorkerFault">The server ended; the message tells how.</exception>
    public async Task<T> WhileServingAsync<T>(Func<CancellationToken, Task<T>> measure, CancellationToken cancel)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        using var process = Process.GetProcessById(_worker.Pid);
        var ended = process.WaitForExitAsync(either.Token);
        var measured = measure(either.Token);
        var first = await Task.WhenAny(measured, ended);
        await either.CancelAsync();
        if (first == measured || cancel.IsCancellationRequested)
            return await measured;
        await Task.WhenAny(measured);
        await _worker.UsageAsync(cancel);
        throw _worker.Fault("serve", "ended");
    }

    /// <summary>Libraries differ in what they say of a port in use, and some share it silently.</summary>
    private static void RequireFreePort(StackDescription stack, NbnOptions options)
    {
        var stream = stack.Transport is "tcp" or "tls";
        var wanted = new IPEndPoint(IPAddress.Parse(options.Address), options.Port);
        using var socket = new Socket(
            wanted.AddressFamily,
            stream ? SocketType.Stream : SocketType.Dgram,
            stream ? ProtocolType.Tcp : ProtocolType.Udp
        );
        try
        {
            // As servers do: a port whose old connections linger in TIME_WAIT is free.
            if (stream)
                socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
            socket.Bind(wanted);
        }
        catch (SocketException e)
        {
            throw new BadInputException(
                $"can't listen on {wanted}: {e.Message.ToLowerInvariant()}; choose another --port (0 takes any free one) or --address"
            );
        }
    }

    public ValueTask DisposeAsync() => _worker.DisposeAsync();
}
