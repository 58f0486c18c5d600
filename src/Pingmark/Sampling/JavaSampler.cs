using System.Xml;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>Records a Java process with its Flight Recorder, which is started and stopped by jcmd; jfr reads the
/// recording.</summary>
internal sealed class JavaSampler(int pid, string file, JdkTools tools, Func<string, Exception> fault) : ISampler
{
    /// <summary>The period of Java samples in the settings <c>profile</c>. Native ones get the same weight.</summary>
    public const long PeriodNs = 10_000_000;
    private const string Name = "pingmark";
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    /// <summary>The largest output that is read, in bytes; only sums of a recording are kept.</summary>
    private const long LargestRecording = 4L << 30,
        LongestAnswer = 1 << 20;

    private Func<SampledWindow>? _endWindow;
    private SampledWindow? _window;

    /// <summary>The whole path of the recording: the process that writes it has another working directory.</summary>
    private readonly string _path = Path.GetFullPath(file);

    public async Task StartAsync(CancellationToken cancel)
    {
        await AskAsync(
                ["JFR.start", $"name={Name}", "settings=profile", "jdk.NativeMethodSample#period=10ms"],
                "Started recording",
                cancel
            )
            .ConfigureAwait(false);
        _endWindow = SampledWindow.Begin(pid);
    }

    public Task EndAsync(CancellationToken cancel)
    {
        _window = (_endWindow ?? throw new InvalidOperationException("the sampler was not started"))();
        return AskAsync(["JFR.stop", $"name={Name}", $"filename=\"{_path}\""], "Stopped recording", cancel);
    }

    public async Task<SamplingSummary> ReadAsync(CancellationToken cancel)
    {
        if (_window is not { } window)
            throw new InvalidOperationException("the recording has not ended");
        string[] print = [tools.Jfr, "print", "--xml", "--stack-depth", "64", "--events", JfrReader.Events, _path];
        try
        {
            var reader = await ForeignTool
                .RunAsync(print, Longest, LargestRecording, output => new JfrReader(window).Read(output), fault, cancel)
                .ConfigureAwait(false);
            return reader.Summary() with { File = file };
        }
        catch (Exception e) when (e is XmlException or FormatException)
        {
            throw fault($"its recording {file} can't be read with {tools.Jfr}: {e.Message}");
        }
    }

    /// <summary>Asks the process by jcmd and checks the answer, since jcmd ends with 0 even where the process
    /// refuses.</summary>
    private async Task AskAsync(string[] command, string success, CancellationToken cancel)
    {
        var answer = await ForeignTool
            .ReadAsync([tools.Jcmd, $"{pid}", .. command], Longest, LongestAnswer, Explain, cancel)
            .ConfigureAwait(false);
        if (!answer.Contains(success, StringComparison.Ordinal))
            throw Explain($"jcmd {command[0]} was refused: {answer}");
    }

    private Exception Explain(string problem) => SampledProcess.Explain(pid, problem, fault);

    /// <summary>Disposes of nothing: a recording that was not stopped ends with its process, and is not kept.</summary>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}

/// <summary>The JDK's own tools. Those beside the Java that runs the process are preferred, for jcmd should be of its
/// version, to those on the PATH.</summary>
internal sealed record JdkTools(string Jcmd, string Jfr)
{
    /// <returns>The tools; null when one of them is missing.</returns>
    public static JdkTools? Find(int pid) =>
        Find(pid, "jcmd") is { } jcmd && Find(pid, "jfr") is { } jfr ? new(jcmd, jfr) : null;

    private static string? Find(int pid, string tool) =>
        SampledProcess.Executable(pid) is { } java
        && Path.Combine(Path.GetDirectoryName(java)!, tool) is var beside
        && File.Exists(beside)
            ? beside
            : Executables.Find(tool);
}
