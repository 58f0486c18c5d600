using Pingmark.Worker.Kit;

Worker.Run("dotnet/known-answers", [], typeof(Program).Assembly);
