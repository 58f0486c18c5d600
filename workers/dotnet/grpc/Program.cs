using Grpc.AspNetCore.Server;
using Pingmark.Worker.Kit;

Worker.Run(
    "dotnet/grpc",
    [$"Grpc.AspNetCore {typeof(GrpcServiceOptions).Assembly.GetName().Version!.ToString(3)}"],
    typeof(Program).Assembly
);
