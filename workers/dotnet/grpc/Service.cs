using Google.Protobuf;
using Grpc.Core;
using Pingmark.Rpc;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Grpc;

/// <summary>The service: it sends a call's message back.</summary>
internal sealed class Service : EchoService.EchoServiceBase
{
    private static readonly Message Welcome = new() { Body = ByteString.CopyFrom(CallEcho.HelloAnswer) };

    public override Task<Message> Echo(Message request, ServerCallContext context)
    {
        var echo = GrpcStack.EchoOf(context.GetHttpContext());
        return echo.Take(request.Body.Span) switch
        {
            CallEcho.Answer.Echo => Task.FromResult(new Message { Body = request.Body }),
            CallEcho.Answer.Welcome => Task.FromResult(Welcome),
            _ => throw new RpcException(new(StatusCode.PermissionDenied, "")),
        };
    }
}
