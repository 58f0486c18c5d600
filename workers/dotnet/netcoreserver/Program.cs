using NetCoreServer;
using Pingmark.Worker.Kit;

Worker.Run(
    "dotnet/netcoreserver",
    [$"NetCoreServer {typeof(TcpServer).Assembly.GetName().Version!.ToString(3)}"],
    typeof(Program).Assembly
);
