using Pingmark.Worker.Kit;
using Pingmark.WrongWorkers;

// A worker that is right but for the one fault that its argument names; without an argument it is right.
WrongTcp.Fault = args.FirstOrDefault() ?? "none";
switch (WrongTcp.Fault)
{
    case "floods-stdout":
        using (var output = Console.OpenStandardOutput())
            while (true)
                output.Write(new byte[1 << 16]);
    case "prints-garbage":
        Console.WriteLine("Welcome to my worker!");
        break;
    case "hangs":
        Thread.Sleep(Timeout.Infinite);
        break;
}
WorkerHost.Run("wrong/worker", [], typeof(WrongTcp).Assembly);
