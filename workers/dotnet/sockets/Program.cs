using Pingmark.Worker.Kit;

WorkerHost.Run("dotnet/sockets", [], typeof(Program).Assembly);
