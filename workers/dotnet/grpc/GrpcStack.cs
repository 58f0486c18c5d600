using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Pingmark.Worker.Kestrel;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Grpc;

/// <summary>gRPC by a web application of one service.</summary>
internal sealed class GrpcStack()
    : KestrelStack<CallEcho>(
        "dotnet/grpc",
        "Grpc.AspNetCore on Kestrel: a service whose unary call returns its message",
        "one flow of control per call",
        "grpc"
    )
{
    protected override HttpProtocols Protocols => HttpProtocols.Http2;

    protected override CallEcho Connected(ConnectionContext connection, ListenPlan plan, Server server) =>
        new(plan.Token, server, connection.Abort, () => connection.RemoteEndPoint);

    protected override WebApplication Build(WebApplicationBuilder builder)
    {
        builder.Services.AddGrpc();
        var application = builder.Build();
        application.MapGrpcService<Service>();
        return application;
    }
}
