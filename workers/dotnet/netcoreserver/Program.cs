using NetCoreServer;
using Pingmark.Worker.Kit;

WorkerHost.Run(
    "dotnet/netcoreserver",
    [$"NetCoreServer {typeof(TcpServer).Assembly.GetName().Version!.ToString(3)}"],
    typeof(Program).Assembly
);
