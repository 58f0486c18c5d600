using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Pingmark.Ui;

/// <summary>What <c>pingmark ui</c> is asked for.</summary>
/// <param name="Runs">Folder of runs; it need not be there yet.</param>
/// <param name="Address">To listen on; beyond loopback it takes a token.</param>
/// <param name="Port">0: any free one.</param>
/// <param name="Program">The command that starts pingmark.</param>
/// <param name="Suites">That may be started.</param>
public sealed record UiOptions(
    string Runs,
    IPAddress Address,
    int Port,
    IReadOnlyList<string> Program,
    IReadOnlyList<string> Suites
);

/// <summary>Serves the runs of a folder to a browser, until it is cancelled.</summary>
public static class UiServer
{
    private const int MostConnections = 50,
        LargestBody = 64 << 10;

    private static readonly TimeSpan LongestRequest = TimeSpan.FromSeconds(10),
        LongestEnd = TimeSpan.FromSeconds(5),
        BetweenLooks = TimeSpan.FromSeconds(1);

    /// <param name="listening">Told the address for a browser.</param>
    /// <exception cref="BadInputException">It can't listen there.</exception>
    public static async Task RunAsync(UiOptions options, Action<string> listening, CancellationToken cancel)
    {
        var runs = new RunsOfFolder(options.Runs);
        await using var starter = new RunStarter(options.Program, options.Suites, runs);
        var guard = new RequestGuard(options.Address, IPAddress.IsLoopback(options.Address) ? null : new());
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var routes = new UiRoutes(runs, starter, guard, new RunWatch(runs, starter, BetweenLooks), ends.Token);
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
        listening($"{app.Urls.Single()}/{guard.FirstQuery}");
        // Ctrl-C is how it ends.
        await Task.Delay(Timeout.Infinite, cancel).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        using var late = new CancellationTokenSource(LongestEnd);
        await app.StopAsync(late.Token);
    }

    /// <summary>Nothing but what is said here: no files, no environment, no settings.</summary>
    private static WebApplication Build(UiOptions options)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore();
        builder.WebHost.ConfigureKestrel(server =>
        {
            server.AddServerHeader = false;
            server.Limits.MaxConcurrentConnections = MostConnections;
            server.Limits.MaxRequestBodySize = LargestBody;
            server.Limits.RequestHeadersTimeout = LongestRequest;
            server.Limits.KeepAliveTimeout = LongestRequest;
            server.Listen(options.Address, options.Port, listen => listen.Protocols = HttpProtocols.Http1);
        });
        return builder.Build();
    }
}
