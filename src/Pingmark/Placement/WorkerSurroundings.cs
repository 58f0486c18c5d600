using System.Diagnostics;
using System.Text;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>Sets up what every worker process finds around it, whoever starts it: pipes for the protocol, English, and
/// what its runtime is told.</summary>
public static class WorkerSurroundings
{
    /// <summary>How many lines that a worker wrote to stderr are kept for failures, and how many characters of
    /// each.</summary>
    public const int ErrorsKept = 20,
        LongestError = 200;

    /// <summary>Makes a reader of a worker's answers. Whoever asks a worker waits as long as its answer may
    /// take.</summary>
    public static ForeignStream Output(Process worker) => new(worker.StandardOutput.BaseStream, longestSilence: null);

    /// <summary>Begins to keep the last lines of a worker's stderr, until the worker ends.</summary>
    public static LastLines Errors(Process worker, int longestLine = LongestError) =>
        new ForeignStream(worker.StandardError.BaseStream, longestSilence: null).KeepLast(ErrorsKept, longestLine);

    public static void Set(ProcessStartInfo info, string folder, IReadOnlyDictionary<string, string> environment)
    {
        SetPipes(info);
        info.WorkingDirectory = folder;
        foreach (var (key, value) in environment)
            info.Environment[key] = value;
    }

    /// <summary>Sets pipes for all three streams, and English.</summary>
    internal static void SetPipes(ProcessStartInfo info)
    {
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;
        info.StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        ForeignTool.MakeEnglish(info.Environment);
    }
}
