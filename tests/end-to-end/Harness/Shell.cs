using System.Diagnostics;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Commands that are none of pingmark: what they print is for whoever has to find out why they
/// failed.</summary>
internal static class Shell
{
    public static void Run(params string[] words)
    {
        var (code, said) = Start(words);
        if (code != 0)
            throw new InvalidOperationException($"{string.Join(' ', words)}: {said}");
    }

    /// <summary>Words with blanks between them.</summary>
    public static void Ip(string words) => Run(["ip", .. words.Split(' ')]);

    public static bool Ran(params string[] words) => Start(words).Code == 0;

    public static string Output(params string[] words) => Start(words).Said;

    /// <summary>With what lives there, which would keep it.</summary>
    public static void RemoveNamespace(string name)
    {
        foreach (var pid in Output("ip", "netns", "pids", name).Split('\n', StringSplitOptions.RemoveEmptyEntries))
            Ran("kill", "-9", pid);
        Ran("ip", "netns", "del", name);
    }

    /// <returns>What it came to, whatever that is.</returns>
    public static (int Code, string Output, string Errors) End(ProcessStartInfo info)
    {
        (info.RedirectStandardOutput, info.RedirectStandardError) = (true, true);
        using var process = Process.Start(info)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output.GetAwaiter().GetResult(), errors);
    }

    private static (int Code, string Said) Start(string[] words)
    {
        var (code, output, errors) = End(new(words[0], words[1..]));
        return (code, errors + output);
    }
}
