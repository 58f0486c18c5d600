using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Pingmark.Ui;

/// <param name="Port">The port to listen on; 0 for any that is free.</param>
public sealed record UiOptions(
    string Runs,
    IPAddress Address,
    int Port,
    IReadOnlyList<string> Program,
    IReadOnlyList<SuiteChoice> Suites
);

/// <summary>Serves the runs of a folder to a browser, until it is cancelled.</summary>
public static class UiServer
{
    private const int MaxBodyBytes = 64 << 10,
        MaxConnections = 256;
    private static readonly TimeSpan WatchInterval = TimeSpan.FromSeconds(1);

    /// <summary>The time until a request has its whole head, and until the next one on the same connection.</summary>
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(10);

    /// <summary>The time, when the server ends, until what is being answered is sent.</summary>
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(0.5);

    /// <summary>The slowest transfer of bodies that come and of pages that go.</summary>
    private static readonly MinDataRate MinTransferRate = new(
        bytesPerSecond: 4096,
        gracePeriod: TimeSpan.FromSeconds(5)
    );

    /// <param name="ending">Called with the name of the run that was started here, when it is waited for at the
    /// end.</param>
    /// <exception cref="BadInputException">It can't listen there.</exception>
    public static async Task RunAsync(
        UiOptions options,
        Action<string> listening,
        Action<string> ending,
        CancellationToken cancel
    )
    {
        var runs = new RunsOfFolder(options.Runs);
        await using var starter = new RunStarter(options.Program, options.Suites, runs);
        var guard = new RequestGuard(options.Address, IPAddress.IsLoopback(options.Address) ? null : new());
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var routes = new UiRoutes(runs, starter, guard, new(runs, starter, WatchInterval), ends.Token);
        await using var app = Build(options);
        app.Run(routes.AnswerAsync);
        try
        {
            await app.StartAsync(cancel);
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            throw new BadInputException(
                $"{options.Address} port {options.Port} can't be listened on: {e.Message}; choose others with "
                    + "--address and --port"
            );
        }
        listening($"{app.Urls.Single()}/{guard.TokenQuery}");
        // Ctrl-C is how it ends.
        await Task.Delay(Timeout.Infinite, cancel).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (starter.Last is { IsOver: false } run)
        {
            ending(run.Name);
            run.Interrupt();
        }
        await app.StopAsync(CancellationToken.None);
    }

    /// <summary>Builds the server with nothing but what is said here: no files, no environment, no settings.</summary>
    private static WebApplication Build(UiOptions options)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = ShutdownTimeout);
        builder.WebHost.UseKestrelCore();
        builder.WebHost.ConfigureKestrel(server =>
        {
            server.AddServerHeader = false;
            server.Limits.MaxRequestBodySize = MaxBodyBytes;
            server.Limits.RequestHeadersTimeout = RequestTimeout;
            server.Limits.KeepAliveTimeout = RequestTimeout;
            server.Limits.MinRequestBodyDataRate = MinTransferRate;
            server.Limits.MinResponseDataRate = MinTransferRate;
            server.Limits.MaxConcurrentConnections = MaxConnections;
            server.Listen(options.Address, options.Port, listen => listen.Protocols = HttpProtocols.Http1);
        });
        return builder.Build();
    }
}
