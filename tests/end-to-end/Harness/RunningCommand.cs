using System.Diagnostics;
using System.Text;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A command line that runs. Whatever is left of it is killed, by id, when the test ends.</summary>
internal sealed class RunningCommand : IAsyncDisposable
{
    private readonly string _testId = Guid.NewGuid().ToString("N");
    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly Process _process;
    private readonly Captured _output,
        _errors;

    public RunningCommand(
        string folder,
        string? root,
        IReadOnlyList<string> arguments,
        string? temporaryFiles = null,
        Dictionary<string, string>? environment = null,
        bool inTerminal = false,
        IReadOnlyList<string>? before = null
    )
    {
        IReadOnlyList<string> command = [.. before ?? [], Repository.Launcher, .. arguments];
        if (inTerminal)
            command = ["script", "--quiet", "--command", $"exec {string.Join(' ', command)}", "/dev/null"];
        var info = new ProcessStartInfo(command[0], command.Skip(1))
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        info.Environment[ProcessOfRun.Variable] = _testId;
        info.Environment["PINGMARK_NO_INSTALL"] = "1";
        // Whatever terminal the tests are started from, a pipe is none.
        info.Environment["TERM"] = "xterm-256color";
        info.Environment.Remove("COLUMNS");
        info.Environment["PINGMARK_ROOT"] = root ?? Repository.Root;
        if (temporaryFiles is not null)
            info.Environment["TMPDIR"] = temporaryFiles;
        foreach (var (name, value) in environment ?? [])
            info.Environment[name] = value;
        _process = Process.Start(info)!;
        _process.StandardInput.Close();
        (_output, _errors) = (new(_process.StandardOutput), new(_process.StandardError));
    }

    /// <summary>The launcher becomes the controller by exec, so this is the controller's id; in a terminal it is the
    /// terminal's.</summary>
    public int Pid => _process.Id;

    public string Errors => _errors.Text;
    public string Output => _output.Text;

    /// <summary>The controller and its descendants that live.</summary>
    public IReadOnlyList<ProcessOfRun> Processes => ProcessOfRun.All(_testId);

    /// <summary>All of <see cref="Processes"/> but the controller.</summary>
    public IReadOnlyList<ProcessOfRun> Workers => Processes.Where(p => p.Pid != Pid).ToList();

    public ProcessOfRun? Worker(string command) =>
        Workers.FirstOrDefault(w =>
            w.Command.Contains(command, StringComparison.Ordinal)
            && !w.Command.StartsWith("setpriv", StringComparison.Ordinal)
        );

    public void Signal(int signal) => Signals.Send(Pid, signal);

    /// <summary>Waits for something that the run is going to do; fails at once with all that was printed when it ends
    /// before.</summary>
    public Task UntilAsync(Func<bool> condition, double seconds = 30) =>
        Eventually.TrueAsync(
            () =>
                condition()
                || (
                    _process.HasExited && !condition()
                        ? throw new InvalidOperationException($"it ended before\n{Errors}\n{Output}")
                        : false
                ),
            Patience.For(seconds),
            () => $"\n{Errors}\n{Output}\n{string.Join('\n', Processes)}"
        );

    /// <summary>A killed controller loses its environment, by which it is known, before it lets go of its files; so
    /// its end is waited for, too.</summary>
    public Task UntilNothingIsLeftAsync(double seconds) =>
        Eventually.TrueAsync(
            () => Processes.Count == 0 && _process.HasExited,
            Patience.For(seconds),
            () => $"these processes are left:\n{string.Join('\n', Processes)}"
        );

    public async Task<CommandResult> EndAsync(double seconds = 60)
    {
        using var deadline = new CancellationTokenSource(Patience.For(seconds));
        try
        {
            await _process.WaitForExitAsync(deadline.Token);
        }
        catch (OperationCanceledException)
        {
            Assert.Fail(
                $"it did not end within {Patience.For(seconds).TotalSeconds} s\n{Errors}\n{Output}\n"
                    + $"{string.Join('\n', Processes)}"
            );
        }
        return new(_process.ExitCode, await _output.ToEndAsync(), await _errors.ToEndAsync(), _watch.Elapsed);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var process in Processes)
            try
            {
                Process.GetProcessById(process.Pid).Kill();
            }
            catch (ArgumentException)
            { /* It ended meanwhile, which is what is wanted. */
            }
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    /// <summary>A stream's text so far; pipes are read all the time, so that nothing waits for the test to
    /// look.</summary>
    private sealed class Captured
    {
        private readonly StringBuilder _text = new();
        private readonly Task _pump;

        public Captured(StreamReader reader) => _pump = PumpAsync(reader);

        public string Text
        {
            get
            {
                lock (_text)
                    return _text.ToString();
            }
        }

        public async Task<string> ToEndAsync()
        {
            await _pump.WaitAsync(Patience.For(5));
            return Text;
        }

        private async Task PumpAsync(StreamReader reader)
        {
            var buffer = new char[4096];
            while (await reader.ReadAsync(buffer) is > 0 and var count)
                lock (_text)
                    _text.Append(buffer, 0, count);
        }
    }
}
