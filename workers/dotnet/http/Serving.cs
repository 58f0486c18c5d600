using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Pingmark.Worker.Kit;
using Pingmark.Worker.WebSockets;

namespace Pingmark.Worker.Http;

/// <summary>A web application of one delegate. What it knows of a connection is among the connection's items.</summary>
internal sealed class Serving(ListenPlan plan, Server server)
{
    private static readonly object Connection = new();
    private static readonly byte[] Impossible = [0xff, 0xff, 0xff, 0xff];

    /// <param name="listener">Kestrel's: it accepts from there, and its connections have the options that they inherit
    /// from it.</param>
    public static void Start(Socket listener, ListenPlan plan, Server server)
    {
        var serving = new Serving(plan, server);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            // Between measurements clients rest, and in the midst of anything they may be stopped.
            options.Limits.KeepAliveTimeout = TimeSpan.FromDays(1);
            options.Limits.MinRequestBodyDataRate = null;
            options.Limits.MinResponseDataRate = null;
            options.Listen(
                plan.Address,
                listen =>
                {
                    listen.Protocols = HttpProtocols.Http1;
                    listen.Use(next => connection => serving.ConnectedAsync(connection, next));
                }
            );
        });
        builder.Services.AddSingleton<IConnectionListenerFactory>(PatientListeners.On(listener, plan));
        var application = builder.Build();
        application.Run(EchoAsync);
        application.StartAsync().GetAwaiter().GetResult();
    }

    private async Task ConnectedAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        using var echo = new StreamEcho(plan.Token, server, connection.Abort, () => connection.RemoteEndPoint);
        connection.Items[Connection] = echo;
        await next(connection);
    }

    private static async Task EchoAsync(HttpContext context)
    {
        var echo = (StreamEcho)context.Features.Get<IConnectionItemsFeature>()!.Items[Connection]!;
        if (context.Request.ContentLength > echo.ReceiveMemory.Length)
        {
            Impossible.CopyTo(echo.ReceiveMemory);
            echo.Arrived(Impossible.Length);
            // Else Kestrel would wait seconds for the body before it closes the connection.
            context.Abort();
            return;
        }
        var bytes = 0;
        while (await context.Request.Body.ReadAsync(echo.ReceiveMemory[bytes..]) is var more and > 0)
            bytes += more;
        if (!echo.Arrived(bytes) || !echo.HasOutgoing)
        {
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            context.Response.Headers.Connection = "close";
            return;
        }
        var answer = echo.Outgoing;
        context.Response.ContentLength = answer.Length;
        await context.Response.Body.WriteAsync(answer);
        echo.Sent(answer.Length);
    }
}
