using System.Globalization;
using System.Net;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>Starts servers and clients as NBN's options ask for them. Limits are checked first, and whatever is
/// impossible is explained by the names of the options.</summary>
/// <param name="network">Opens the network before the server of a stack; null: it is as the machine has it.</param>
public sealed class NbnSides(IWorkerStarter starter, Func<string, NetworkPath>? network = null)
{
    /// <summary>The seed of all that a network decides, which is always the same, as a custom benchmark is repeated to
    /// be compared with itself.</summary>
    private const int NetworkSeed = 1;

    /// <summary>Deadlines for all connections: short where the server may not be there.</summary>
    private const long ConnectTimeoutNs = 2_500_000_000,
        OwnServerTimeoutNs = 10_000_000_000,
        TimeoutPerClientNs = 1_000_000;
    private const string AnotherPort = "another --port (0 takes any free one)";

    /// <param name="cpus">The cores, as taskset takes a list; null means all.</param>
    /// <exception cref="BadInputException">The library can't do what is asked, or the port is taken.</exception>
    public async Task<ServerSide> ListenAsync(
        string stack,
        NbnOptions options,
        string token,
        string? cpus,
        CancellationToken cancel
    )
    {
        var server = await ServerSide.StartAsync(starter, stack, NbnGcModes.RuntimeOptions(options.Gc), cpus, cancel);
        try
        {
            NbnLimits.Check(server.Stack, options);
            RequireThisMachine(server);
            if (server.Where.IsHere)
                FreePort.Require(
                    new(IPAddress.Parse(options.Address), options.Port),
                    isStream: server.Stack.Transport is "tcp" or "tls",
                    $"{AnotherPort} or --address"
                );
            server.SetReachAddress(starter.Reach);
            var scenario = NbnLimits.ScenarioOf(server.Stack, options);
            var path = network?.Invoke(stack) ?? NetworkPath.Plain;
            await server.ListenBehindNetworkAsync(path, scenario, token, cancel, options.Port);
            path.Shape(scenario, NetworkSeed, server);
            return server;
        }
        catch (WorkerFault e) when (!server.Where.IsHere && options.Port != 0)
        {
            await server.DisposeAsync();
            throw new PingmarkException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{e.Message}\n  If port {options.Port} is taken on {server.Where.Site}, choose {AnotherPort}"
                ),
                ExitCode.CellFailed,
                e
            );
        }
        catch (Exception e)
        {
            await server.DisposeAsync();
            if (e is not UnsupportedException)
                throw;
            return options.OnIpv4 is { } other
                ? await ListenAsync(stack, other, token, cpus, cancel)
                : throw new BadInputException(e.Message);
        }
    }

    /// <summary>Connects to a server that was started here.</summary>
    public Task<ClientSide> ConnectAsync(
        ServerSide server,
        NbnOptions options,
        string token,
        string? cpus,
        CancellationToken cancel
    ) =>
        ConnectAsync(
            server.Stack.Stack,
            options,
            server.Reached,
            token,
            server.Network.ConnectTimeoutFactor * OwnServerTimeoutNs,
            cpus,
            cancel
        );

    /// <summary>Connects to a server that somebody else started.</summary>
    /// <exception cref="PingmarkException">Nobody answered; the message says what may be wrong.</exception>
    public async Task<ClientSide> ConnectAsync(
        string stack,
        NbnOptions options,
        string token,
        string? cpus,
        CancellationToken cancel
    )
    {
        var server = new ServerAddress(options.Address, options.Port);
        try
        {
            return await ConnectAsync(stack, options, server, token, ConnectTimeoutNs, cpus, cancel);
        }
        catch (UnsupportedException e)
        {
            return options.OnIpv4 is { } other
                ? await ConnectAsync(stack, other, token, cpus, cancel)
                : throw new BadInputException(e.Message);
        }
        catch (WorkerFault e)
        {
            throw new PingmarkException(
                $"{e.Message}\n  Is a server of {stack} there? It is started by: ./pingmark nbn -m "
                    + $"Server -d -1 -l {stack} --address {options.Address} --port {options.Port}\n"
                    + "  A server of another library, of another version or with another token gives no answer.",
                ExitCode.CellFailed,
                e
            );
        }
    }

    private async Task<ClientSide> ConnectAsync(
        string stack,
        NbnOptions options,
        ServerAddress server,
        string token,
        long timeoutNs,
        string? cpus,
        CancellationToken cancel
    )
    {
        var client = await ClientGroup.StartAsync(starter, CellOf(stack, options), cpus, cancel);
        try
        {
            NbnLimits.Check(client.Stack, options);
            RequireThisMachine(client);
            var scenario = NbnLimits.ScenarioOf(client.Stack, options) with { Address = server.Host };
            var totalTimeoutNs = timeoutNs + options.Clients * TimeoutPerClientNs;
            await client.ConnectAsync(new(scenario, server, token, totalTimeoutNs), cancel);
            return client;
        }
        catch
        {
            await client.DisposeAsync();
            throw;
        }
    }

    private static Cell CellOf(string stack, NbnOptions options) =>
        new()
        {
            Id = stack,
            Label = stack,
            Stack = stack,
            Client = stack,
            RuntimeOptions = NbnGcModes.RuntimeOptions(options.Gc),
            Scenario = new() { Generators = options.ClientMachines },
        };

    private static void RequireThisMachine(Side side)
    {
        if (side.Stack.IsLocal && !side.Where.IsHere)
            throw new BadInputException(
                $"{side.Stack.Stack} connects processes of one machine, and {side.Where.Site} is another"
            );
    }
}
