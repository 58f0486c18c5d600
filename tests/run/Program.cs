using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Pingmark.TestRun;

[assembly: SupportedOSPlatform("linux")]

// "uses WORD..." lists what the layers of these words want of setup.sh; "run SOURCES WORD..." runs them, and "resume
// SOURCES WORD..." those that have not passed with these sources. ./test calls them, in the tree's root.
var clock = Stopwatch.StartNew();
var words = args[0] == "uses" ? args[1..] : args[2..];
if (words.Where(word => !Layers.Knows(word)).ToList() is { Count: > 0 } unknown)
{
    Console.Error.WriteLine($"none is called {string.Join(", ", unknown)}; ./test --help says what there is");
    return 2;
}
var layers = Layers.Chosen(words);
if (args[0] == "uses")
{
    Console.WriteLine(string.Join('\n', layers.SelectMany(layer => layer.Wanted).Distinct()));
    return 0;
}
using var stop = new CancellationTokenSource();
using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);

// Temporary files of all that it starts. The name is short, for paths of sockets are; and a database server that root
// starts is somebody else's.
var temporary = Directory.CreateTempSubdirectory("pmt-").FullName;
File.SetUnixFileMode(temporary, (UnixFileMode)Convert.ToInt32("711", 8));
Environment.SetEnvironmentVariable("TMPDIR", temporary);
Environment.SetEnvironmentVariable("JDK_JAVA_OPTIONS", $"-Djava.io.tmpdir={temporary}");
try
{
    var runs = new ConcurrentQueue<LayerRun>();
    foreach (var turn in layers.GroupBy(layer => layer.Turn).OrderBy(turn => turn.Key))
        await Parallel.ForEachAsync(
            turn,
            new ParallelOptions { MaxDegreeOfParallelism = Layers.AtOnce(turn.Key), CancellationToken = stop.Token },
            async (layer, _) =>
            {
                var run = args[0] == "resume" ? LayerRun.Earlier(layer, args[1]) : null;
                run ??= await LayerRun.OfAsync(layer, args[1], stop.Token);
                runs.Enqueue(run);
                Report.Line(run);
            }
        );
    return Report.Close([.. runs], Layers.LeftOutOf(layers), clock.Elapsed) ? 0 : 1;
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("interrupted");
    return 130;
}
finally
{
    // What a program that just ended removes of its own meanwhile is no problem to rm.
    using var removal = Process.Start("rm", ["-rf", temporary]);
    await removal.WaitForExitAsync(CancellationToken.None);
}

void Stop(PosixSignalContext signal)
{
    signal.Cancel = true;
    stop.Cancel();
}
