using System.Net.Sockets;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.WebSockets;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Pingmark.Worker.Kestrel;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.WebSockets;

/// <summary>Kestrel with ASP.NET Core's middleware for WebSockets, and nothing else of it: a flow of control for each
/// connection, which awaits a message and the send of its echo.</summary>
internal sealed class Serving(ListenPlan plan, Server server)
{
    /// <param name="listener">Kestrel's: it accepts from there, and its connections have the options that they inherit
    /// from it.</param>
    public static void Start(Socket listener, ListenPlan plan, Server server)
    {
        var options = new KestrelServerOptions { AddServerHeader = false };
        options.Listen(plan.Address, listen => listen.Protocols = HttpProtocols.Http1);
        var kestrel = new KestrelServer(
            Options.Create(options),
            PatientListeners.On(listener, plan),
            NullLoggerFactory.Instance
        );
        var webSockets = new WebSocketMiddleware(
            new Serving(plan, server).ServeAsync,
            // Nothing but messages is sent.
            Options.Create(new WebSocketOptions { KeepAliveInterval = Timeout.InfiniteTimeSpan }),
            NullLoggerFactory.Instance
        );
        kestrel.StartAsync(new Requests(webSockets.Invoke), CancellationToken.None).GetAwaiter().GetResult();
    }

    private async Task ServeAsync(HttpContext context)
    {
        if (!context.WebSockets.IsWebSocketRequest)
        {
            server.CountRejected();
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            return;
        }
        try
        {
            using var socket = await context.WebSockets.AcceptWebSocketAsync();
            using var echo = new MessageEcho(plan.Token, server, context.Abort);
            await EchoAsync(socket, echo);
        }
        catch (Exception e) when (Endings.Is(e))
        {
            // Its client went away, or it was ended here.
        }
    }

    private async Task EchoAsync(WebSocket socket, MessageEcho echo)
    {
        var incoming = new Incoming(Constants.MaxBodyBytes);
        while (true)
        {
            var part = await socket.ReceiveAsync(incoming.Room(), CancellationToken.None);
            if (part.MessageType == WebSocketMessageType.Close)
                return;
            if (!incoming.Arrived(part))
                continue;
            if (incoming.IsTooLong)
            {
                server.CountBadFrame();
                return;
            }
            var answer = incoming.Answered(echo.Answer(incoming.Message.Span));
            if (echo.IsRejected)
                return;
            await socket.SendAsync(answer, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
        }
    }

    /// <summary>Each request is handled without the rest of ASP.NET Core.</summary>
    private sealed class Requests(RequestDelegate handle) : IHttpApplication<HttpContext>
    {
        public HttpContext CreateContext(IFeatureCollection contextFeatures) => new DefaultHttpContext(contextFeatures);

        public Task ProcessRequestAsync(HttpContext context) => handle(context);

        public void DisposeContext(HttpContext context, Exception? exception)
        {
            // It holds nothing.
        }
    }
}
