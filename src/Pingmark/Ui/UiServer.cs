using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Pingmark.Ui;

/// <summary>What <c>pingmark ui</c> is asked for.</summary>
/// <param name="Runs">The folder of runs, which need not exist yet.</param>
/// <param name="Address">The address to listen on; beyond loopback a token is needed.</param>
/// <param name="Port">The port to listen on; 0 for any that is free.</param>
/// <param name="Program">The command that starts pingmark.</param>
/// <param name="Suites">The suites that may be started.</param>
public sealed record UiOptions(
    string Runs,
    IPAddress Address,
    int Port,
    IReadOnlyList<string> Program,
    IReadOnlyList<SuiteChoice> Suites
);

/// <summary>How long the server waits for others.</summary>
/// <param name="Request">The time until a request has its whole head, and until the next one on the same
/// connection.</param>
/// <param name="End">The time, when the server ends, until what is being answered is sent.</param>
internal sealed record UiPatience(TimeSpan Request, TimeSpan End)
{
    public static readonly UiPatience Usual = new(TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(0.5));
}

/// <summary>Serves the runs of a folder to a browser, until it is cancelled.</summary>
public static class UiServer
{
    private const int LargestBody = 64 << 10;

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(1);

    /// <summary>The slowest transfer of bodies that come and of pages that go.</summary>
    private static readonly MinDataRate SlowestTransfer = new(
        bytesPerSecond: 4096,
        gracePeriod: TimeSpan.FromSeconds(5)
    );

    /// <param name="listening">Called with the address for a browser.</param>
    /// <param name="ending">Called with the name of the run that was started here, when it is waited for at the
    /// end.</param>
    /// <exception cref="BadInputException">It can't listen there.</exception>
    public static Task RunAsync(
        UiOptions options,
        Action<string> listening,
        Action<string> ending,
        CancellationToken cancel
    ) => RunAsync(options, UiPatience.Usual, listening, ending, cancel);

    internal static async Task RunAsync(
        UiOptions options,
        UiPatience patience,
        Action<string> listening,
        Action<string> ending,
        CancellationToken cancel
    )
    {
        var runs = new RunsOfFolder(options.Runs);
        await using var starter = new RunStarter(options.Program, options.Suites, runs);
        var guard = new RequestGuard(options.Address, IPAddress.IsLoopback(options.Address) ? null : new());
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        using var door = new ConnectionLimits();
        var routes = new UiRoutes(runs, starter, guard, door, new(runs, starter, BetweenLooks), ends.Token);
        await using var app = Build(options, patience, door);
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
        if (starter.Last is { IsOver: false } run)
        {
            ending(run.Name);
            run.Interrupt();
        }
        door.Close();
        await app.StopAsync(CancellationToken.None);
    }

    /// <summary>Builds the server with nothing but what is said here: no files, no environment, no settings.</summary>
    private static WebApplication Build(UiOptions options, UiPatience patience, ConnectionLimits door)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = patience.End);
        builder.WebHost.UseKestrelCore();
        builder.WebHost.ConfigureKestrel(server =>
        {
            server.AddServerHeader = false;
            server.Limits.MaxRequestBodySize = LargestBody;
            server.Limits.RequestHeadersTimeout = patience.Request;
            server.Limits.KeepAliveTimeout = patience.Request;
            server.Limits.MinRequestBodyDataRate = SlowestTransfer;
            server.Limits.MinResponseDataRate = SlowestTransfer;
            server.Listen(
                options.Address,
                options.Port,
                listen =>
                {
                    listen.Protocols = HttpProtocols.Http1;
                    listen.Use(next => connection => door.ReceiveAsync(connection, next));
                }
            );
        });
        return builder.Build();
    }
}
