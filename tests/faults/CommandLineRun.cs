using System.Diagnostics;
using System.Runtime.CompilerServices;
using Xunit;

namespace Pingmark.FaultTests;

/// <summary>./pingmark as a user starts it: arguments in; exit code, stdout and stderr out. Finds the processes it left by a mark in their environment.</summary>
internal sealed class CommandLineRun : IAsyncDisposable
{
    public const string Mark = "PINGMARK_TEST_MARK";
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);
    public static string Root { get; } = Path.GetFullPath(Path.Combine(ThisFolder(), "..", ".."));

    private readonly Process _process;
    private readonly string _mark = Guid.NewGuid().ToString("N");
    private readonly Task<string> _output;
    private readonly List<string> _errors = [];
    private readonly TaskCompletionSource _ended = new();
    private readonly List<(string Text, TaskCompletionSource Seen)> _awaited = [];

    private CommandLineRun(string[] args, string? root)
    {
        // The program itself, not the launcher: a launcher is waited for by its id, and signals must reach the controller.
        var info = new ProcessStartInfo("dotnet", [Path.Combine(Root, "src/Pingmark.Cli/bin/Release/net10.0/pingmark.dll"), .. args]) { RedirectStandardError = true, RedirectStandardOutput = true, RedirectStandardInput = true };
        info.Environment[Mark] = _mark;
        info.Environment["PINGMARK_ROOT"] = root ?? Root;
        info.Environment["PINGMARK_NO_INSTALL"] = "1";
        _process = Process.Start(info)!;
        _output = _process.StandardOutput.ReadToEndAsync();
        _ = PumpAsync();
    }

    public int Pid => _process.Id;
    public string Errors { get { lock (_errors) return string.Join('\n', _errors); } }

    public static CommandLineRun Start(params string[] args) => new(args, root: null);

    public static CommandLineRun StartIn(string root, params string[] args) => new(args, root);

    public static async Task<(int ExitCode, string Output, string Errors, TimeSpan Time)> ToEndAsync(params string[] args)
    {
        await using var run = Start(args);
        var watch = Stopwatch.StartNew();
        var exit = await run.ExitAsync();
        return (exit, await run._output, run.Errors, watch.Elapsed);
    }

    public async Task<int> ExitAsync()
    {
        await _process.WaitForExitAsync().WaitAsync(Longest);
        await _ended.Task.WaitAsync(Longest);
        return _process.ExitCode;
    }

    public Task<string> OutputAsync() => _output.WaitAsync(Longest);

    /// <summary>Waits until stderr says it.</summary>
    public Task SaysAsync(string text)
    {
        lock (_errors)
        {
            if (_errors.Any(line => line.Contains(text, StringComparison.Ordinal)))
                return Task.CompletedTask;
            var seen = new TaskCompletionSource();
            _awaited.Add((text, seen));
            return seen.Task.WaitAsync(Longest);
        }
    }

    /// <summary>Ids of all living processes with this run's mark, the controller's included.</summary>
    public IReadOnlyList<int> Processes() => Directory.EnumerateDirectories("/proc").Select(Path.GetFileName).Where(n => int.TryParse(n, out _)).Select(n => int.Parse(n!)).Where(HasMark).ToList();

    /// <summary>Polls until nothing is left of it.</summary>
    public async Task AssertNothingLeftAsync(TimeSpan within)
    {
        var watch = Stopwatch.StartNew();
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (Processes().Count > 0 && watch.Elapsed < within)
            await tick.WaitForNextTickAsync();
        Assert.Empty(Processes());
    }

    /// <summary>The pids of workers whose command line holds the text.</summary>
    public IReadOnlyList<int> Workers(string text) => Processes().Where(pid => pid != Pid && CommandOf(pid).Contains(text, StringComparison.Ordinal)).ToList();

    public static void Signal(int pid, string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{pid}"]);
        kill.WaitForExit();
    }

    private static string CommandOf(int pid) => Read($"/proc/{pid}/cmdline");

    private bool HasMark(int pid) => Read($"/proc/{pid}/environ").Contains($"{Mark}={_mark}", StringComparison.Ordinal) && !Read($"/proc/{pid}/stat").Contains(") Z ", StringComparison.Ordinal);

    /// <summary>Processes end while they are looked at; then there is nothing to read.</summary>
    private static string Read(string path)
    {
        try { return File.ReadAllText(path); }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) { return ""; }
    }

    private async Task PumpAsync()
    {
        while (await _process.StandardError.ReadLineAsync() is { } line)
            lock (_errors)
            {
                _errors.Add(line);
                foreach (var (text, seen) in _awaited.Where(a => line.Contains(a.Text, StringComparison.Ordinal)))
                    seen.TrySetResult();
            }
        _ended.SetResult();
    }

    public ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
            Signal(Pid, "KILL");
        _process.Dispose();
        return ValueTask.CompletedTask;
    }

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}

/// <summary>A folder that is gone when the test ends.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("pingmark-").FullName;
    public string this[string name] => System.IO.Path.Combine(Path, name);
    public void Dispose() => Directory.Delete(Path, recursive: true);
}
