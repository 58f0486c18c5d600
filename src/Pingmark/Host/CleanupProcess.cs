using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>Starts processes that notice the end of this one, at the end of their stdin, and then clean up behind it.
/// They have a session and group of their own and no mark, so that nothing that ends this process and its children ends
/// them.</summary>
internal static class CleanupProcess
{
    public static Process Start(string[] command)
    {
        string[] whole = [.. ProcessMark.None, "setsid", .. command];
        var info = new ProcessStartInfo(whole[0], whole[1..])
        {
            WorkingDirectory = "/",
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        info.Environment.Clear();
        info.Environment["PATH"] = Environment.GetEnvironmentVariable("PATH");
        // No pipes for debuggers among the temporary files.
        info.Environment["DOTNET_EnableDiagnostics"] = "0";
        return Process.Start(info)!;
    }
}
