using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class ServeCommand
{
    public static Command Create()
    {
        var stack = new Argument<string>("STACK") { Description = "The stack that serves, e.g. cpp/tcp-epoll" };
        stack.OffersNames(Completions.Stacks);
        var plain = new Option<bool>("--plain")
        {
            Description =
                "Echo to any client, without Pingmark's handshake; required, so that nobody opens a server by mistake",
        };
        var address = new Option<string?>("--address")
        {
            Description =
                "IP address to listen on [default: ::1, or 127.0.0.1 where stack or machine has no IPv6]. Unix "
                + "sockets and shared memory: a folder",
        };
        var port = new Option<int>("--port")
        {
            Description = "Port to listen on; 0: any free one, which is printed. Unix sockets: a number in the folder",
            DefaultValueFactory = _ => 0,
        };
        var wildcard = new Option<bool>("--allow-wildcard")
        {
            Description = "Permit an address that listens on every interface",
        };
        var command = Help.Command(
            "serve",
            "Serve third-party clients with a stack until Ctrl-C",
            [stack, plain, address, port, wildcard],
            "pingmark serve cpp/tcp-epoll --plain --port 7000",
            "pingmark serve java/udp-spin --plain --address 127.0.0.1 --port 7000"
        );
        command.SetAction(
            (parsed, cancel) =>
                ServeAsync(
                    parsed.GetValue(stack)!,
                    parsed.GetValue(plain),
                    parsed.GetValue(address),
                    parsed.GetValue(port),
                    parsed.GetValue(wildcard),
                    cancel
                )
        );
        return command;
    }

    private static async Task<int> ServeAsync(
        string stack,
        bool plain,
        string? addressText,
        int port,
        bool wildcard,
        CancellationToken cancel
    )
    {
        var installation = Installation.Find();
        if (!plain)
            throw new BadInputException("serve needs --plain: it echoes to any client that reaches the port");
        if (port is < 0 or > 65535)
            throw new BadInputException($"port {port} is out of range; ports are 0 (any) to 65535");
        installation.Workers.Find(stack);
        const string instead = "another --port or --address";
        using var own = Transports.IsLocal(stack) && addressText is null ? new LocalFolder() : null;
        var address = own?.Path ?? addressText;
        if (Transports.IsLocal(stack))
        {
            FreePort.Require(address!, port, instead);
        }
        else
        {
            var ip = IpText.Read(addressText ?? Loopback.Address(Loopback.HasIpv6), "--address");
            if (addressText is null && !Loopback.HasIpv6)
                installation.Progress.Step(
                    $"this machine has no IPv6 loopback: {Loopback.Ipv4} in place of {Loopback.Ipv6}"
                );
            var isWildcard = IpText.IsWildcard(ip);
            if (!wildcard && isWildcard)
                throw new BadInputException($"{ip} listens on every interface; --allow-wildcard permits it");
            if (!isWildcard)
                OwnAddress.Require(addressText ?? $"{ip}", "--address");
            FreePort.Require(new(ip, port), Transports.IsOverTcp(stack), instead);
            address = $"{ip}";
        }
        await installation.RequireAsync(stack, cancel);
        await using var server = await installation.Starter.StartAsync(
            stack,
            "server",
            new Dictionary<string, IReadOnlyList<string>>(),
            cpus: null,
            cancel
        );
        await server.HelloAsync(cancel);
        var listening = await ListenAsync(address!);
        var where = new ServerAddress(listening.Address, listening.Port);
        Console.WriteLine($"{stack} serves {where}; Ctrl-C ends it");
        await WaitAsync(server, cancel);
        var totals = await server.StopAsync(CancellationToken.None);
        if (Transports.IsLocal(stack))
            File.Delete($"{where}");
        Console.WriteLine($"{totals.Messages} messages echoed");
        return ExitCode.Ok;

        async Task<ListenReply> ListenAsync(string where)
        {
            try
            {
                return await server.ListenAsync(stack, where, port, token: null, wildcard, new(), cancel);
            }
            catch (UnsupportedException) when (addressText is null && where == Loopback.Ipv6)
            {
                return await ListenAsync(Loopback.Ipv4);
            }
            catch (UnsupportedException e)
            {
                throw new BadInputException(e.Message);
            }
        }
    }

    /// <summary>Waits for Ctrl-C; throws when the worker ends by itself.</summary>
    private static async Task WaitAsync(Worker server, CancellationToken cancel)
    {
        using var tick = new PeriodicTimer(TimeSpan.FromSeconds(1));
        try
        {
            while (await tick.WaitForNextTickAsync(cancel))
                await server.UsageAsync(CancellationToken.None);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            return;
        }
    }
}
