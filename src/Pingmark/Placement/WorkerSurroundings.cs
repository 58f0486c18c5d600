using System.Diagnostics;
using System.Text;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>What every worker process finds around it, whoever starts it: pipes for the protocol, English, and what its
/// runtime is told.</summary>
internal static class WorkerSurroundings
{
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
