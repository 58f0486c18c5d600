using System.Xml;
using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>Records a Java process with its Flight Recorder, which is started and stopped by jcmd; jfr reads the
/// recording.</summary>
internal sealed class JavaSampler(int pid, string file, JdkTools tools, Func<string, Exception> fault) : ISampler
{
    /// <summary>The period of Java samples in the settings <c>profile</c>, in ns. Native ones get the same, so that
    /// both have the same weight.</summary>
    public const long PeriodNs = 10_000_000;
    private const string Name = "pingmark";

    /// <summary>The largest output that is read, in bytes. A sample of 64 frames is some 20 kB, and only sums of a
    /// recording are kept.</summary>
    private const long LargestRecording = 4L << 30,
        LongestAnswer = 1 << 20;

    private SampledWindow.Beginning? _beginning;
    private SampledWindow? _window;

    /// <summary>The whole path of the recording, since the process that writes it has a working directory of its
    /// own.</summary>
    private readonly string _path = Path.GetFullPath(file);

    public async Task StartAsync(CancellationToken cancel)
    {
        await AskAsync(
                ["JFR.start", $"name={Name}", "settings=profile", "jdk.NativeMethodSample#period=10ms"],
                "Started recording",
                cancel
            )
            .ConfigureAwait(false);
        _beginning = SampledWindow.Begin(pid);
    }

    public Task EndAsync(CancellationToken cancel)
    {
        if (_beginning is null)
            throw new InvalidOperationException("the sampler was not started");
        _window = _beginning.End();
        return AskAsync(["JFR.stop", $"name={Name}", $"filename=\"{_path}\""], "Stopped recording", cancel);
    }

    public async Task<SamplingSummary> ReadAsync(CancellationToken cancel)
    {
        if (_window is not { } window)
            throw new InvalidOperationException("the recording has not ended");
        string[] print =
        [
            "print",
            "--xml",
            "--stack-depth",
            "64",
            "--events",
            string.Join(',', JfrReader.Events),
            _path,
        ];
        try
        {
            var reader = await JdkTools
                .RunAsync(
                    tools.Jfr,
                    print,
                    LargestRecording,
                    output => new JfrReader(window).Read(output),
                    fault,
                    cancel
                )
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
        var answer = await JdkTools
            .RunAsync(
                tools.Jcmd,
                [pid.ToString(), .. command],
                LongestAnswer,
                output => output.ReadToEnd().Trim(),
                Explain,
                cancel
            )
            .ConfigureAwait(false);
        if (!answer.Contains(success, StringComparison.Ordinal))
            throw Explain($"jcmd {command[0]} was refused: {answer}");
    }

    private Exception Explain(string problem) => SampledProcess.Explain(pid, problem, fault);

    /// <summary>Disposes of nothing: a recording that was not stopped ends with its process, and is not kept.</summary>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
