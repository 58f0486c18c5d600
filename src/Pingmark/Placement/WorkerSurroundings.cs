using System.Diagnostics;
using System.Text;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>What every worker process finds around it, whoever starts it: pipes for the protocol, English, and what its
/// runtime is told.</summary>
public static class WorkerSurroundings
{
    /// <summary>Of what it says on its stderr, for failures.</summary>
    public const int ErrorsKept = 20,
        LongestError = 200;

    /// <summary>Whoever asks a worker waits as long as its answer may take.</summary>
    public static ForeignStream Output(Process worker) => new(worker.StandardOutput.BaseStream, longestSilence: null);

    /// <summary>From now on, until it ends.</summary>
    public static LastLines Errors(Process worker) =>
        new ForeignStream(worker.StandardError.BaseStream, longestSilence: null).KeepLast(ErrorsKept, LongestError);

    public static void Set(ProcessStartInfo info, string folder, IReadOnlyDictionary<string, string> environment)
    {
        info.WorkingDirectory = folder;
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;
        info.StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        MessageLocale.MakeEnglish(info.Environment);
        foreach (var (key, value) in environment)
            info.Environment[key] = value;
    }
}
