using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Pingmark.TestRun;

[assembly: SupportedOSPlatform("linux")]

// "uses WORD..." lists what the layers of these words want of setup.sh; "run REASONS WORD..." runs them. ./test calls
// both, in the tree's root.
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
    await Task.WhenAll(TurnsAsync(Turn.Build, Turn.Shared), TurnsAsync(Turn.Beside));
    await TurnsAsync(Turn.Alone, Turn.Last);
    var expected = args[1] == "any" ? null : args[1].Split(',');
    return Report.Close([.. runs], expected, clock.Elapsed) ? 0 : 1;

    async Task TurnsAsync(params Turn[] turns)
    {
        foreach (var turn in turns)
            await Parallel.ForEachAsync(
                layers.Where(layer => layer.Turn == turn),
                new ParallelOptions { MaxDegreeOfParallelism = Layers.AtOnce(turn), CancellationToken = stop.Token },
                async (layer, _) =>
                {
                    var run = await LayerRun.OfAsync(layer, stop.Token);
                    runs.Enqueue(run);
                    Report.Line(run);
                }
            );
    }
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("interrupted");
    return 130;
}
finally
{
    Directory.Delete(temporary, recursive: true);
}

void Stop(PosixSignalContext signal)
{
    signal.Cancel = true;
    stop.Cancel();
}
