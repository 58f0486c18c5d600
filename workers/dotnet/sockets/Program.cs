using Pingmark.Worker.Kit;

Worker.Run("dotnet/sockets", [], typeof(Program).Assembly);
