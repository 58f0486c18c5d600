using Microsoft.AspNetCore.Server.Kestrel.Core;
using Pingmark.Worker.Kit;

Worker.Run(
    "dotnet/http",
    [$"Kestrel {typeof(KestrelServer).Assembly.GetName().Version!.ToString(3)}"],
    typeof(Program).Assembly
);
