using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Pingmark.Worker.Kestrel;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Http;

/// <summary>HTTP/1.1 by a web application of one delegate.</summary>
internal sealed class KestrelHttp()
    : KestrelStack<StreamEcho>(
        "dotnet/kestrel-http",
        "ASP.NET Core on Kestrel: a delegate that reads the body and writes it back",
        "one flow of control per connection",
        "http"
    )
{
    private static readonly byte[] Impossible = [0xff, 0xff, 0xff, 0xff];

    protected override HttpProtocols Protocols => HttpProtocols.Http1;

    protected override StreamEcho Connected(ConnectionContext connection, ListenPlan plan, Server server) =>
        new(plan.Token, server, connection.Abort, () => connection.RemoteEndPoint);

    protected override WebApplication Build(WebApplicationBuilder builder)
    {
        var application = builder.Build();
        application.Run(EchoAsync);
        return application;
    }

    private static async Task EchoAsync(HttpContext context)
    {
        var echo = EchoOf(context);
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
