using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Pingmark.Host;
using Pingmark.Placement.Engines;

namespace Pingmark.Placement;

/// <summary>The shell on another machine that answers questions about it and signals its processes
/// (<see cref="RemoteScripts.Agent"/>). All other connections go through its own, and end with it.</summary>
internal sealed class RemoteAgent : IDisposable
{
    private static readonly TimeSpan LongestAnswer = TimeSpan.FromSeconds(5),
        LongestEnd = TimeSpan.FromSeconds(1);

    /// <summary>How often this side tells that it is there; the other side waits for six times as long.</summary>
    private static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(500);

    private const int LinesKept = 20,
        LongestLine = 2000,
        LongestAnswerLine = 64 << 10,
        LongestAnswerLetters = 1 << 20,
        OverheadOfLine = 32;

    private const string SilenceLine = "! silence",
        SilenceReason =
            "it heard nothing from here for 3 s: look at the network in between, and at whether it or this machine "
            + "stood still";

    private readonly ProcessGroup _process;
    private readonly StreamWriter _input;
    private readonly Task _exit;
    private readonly LastLines _errors;
    private readonly LastLines _heard = new(LinesKept, LongestLine);
    private readonly Lock _lock = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<IReadOnlyList<string>>> _asked = new();
    private readonly ManualResetEventSlim _ends = new();
    private readonly CancellationTokenSource _lost = new();
    private readonly Task<IReadOnlyList<string>> _greeting;
    private readonly ForeignStream _lines;
    private int _lastId;

    private RemoteAgent(ProcessGroup process)
    {
        (_process, _input) = (process, process.Leader.StandardInput);
        _exit = process.Leader.WaitForExitAsync();
        _greeting = Ask(0);
        // Each request has a deadline of its own.
        _lines = WorkerSurroundings.Output(process.Leader);
        _errors = WorkerSurroundings.Errors(process.Leader, LongestLine);
        new Thread(ReadAll) { IsBackground = true, Name = "remote agent" }.Start();
        new Thread(BeatUntilTheEnd) { IsBackground = true, Name = "remote heartbeat" }.Start();
    }

    public bool IsLost => _lost.IsCancellationRequested;

    /// <summary>A token that is cancelled when the connection ends.</summary>
    public CancellationToken UntilLost => _lost.Token;

    /// <summary>Why the agent has ended; null where nothing tells why, or it has not ended.</summary>
    public string? EndReason { get; private set; }

    /// <summary>What the agent said last on stderr, or else in place of an answer.</summary>
    public IReadOnlyList<string> LastOutput =>
        _errors.Read() is var errors && errors.Any(line => line.Length > 0) ? errors : _heard.Read();

    /// <summary>The exit code of the program that carries the connection; null while it runs.</summary>
    public int? ExitCode => _process.Leader.HasExited ? _process.Leader.ExitCode : null;

    /// <summary>Starts the agent of a machine.</summary>
    /// <returns>The agent with the facts that it told; no facts where it did not come up, and then what it said last
    /// tells why.</returns>
    public static async Task<(RemoteAgent Agent, IReadOnlyList<string>? Facts)> OpenAsync(
        RemoteShell shell,
        string mark,
        CancellationToken cancel
    )
    {
        var agent = new RemoteAgent(
            await ProcessGroup
                .StartAsync(
                    shell.OpeningCommand(RemoteScripts.Agent, mark),
                    cpus: null,
                    WorkerSurroundings.SetPipes,
                    shell.CleansUp
                )
                .ConfigureAwait(false)
        );
        try
        {
            return (agent, await agent._greeting.WaitAsync(shell.LongestOpening, cancel).ConfigureAwait(false));
        }
        catch (Exception e) when (e is SiteException or TimeoutException)
        {
            return (agent, null);
        }
        catch
        {
            agent.Dispose();
            throw;
        }
    }

    /// <summary>Sends one request and waits for its answer, which takes a round trip. It blocks: whoever asks has
    /// nothing else to do meanwhile.</summary>
    /// <exception cref="SiteException">The connection has ended, or the agent does not answer.</exception>
    public IReadOnlyList<string> Ask(string request)
    {
        var id = Interlocked.Increment(ref _lastId);
        var answer = Ask(id);
        Send(id, request);
        try
        {
            return answer.WaitAsync(LongestAnswer).GetAwaiter().GetResult();
        }
        catch (TimeoutException)
        {
            throw new SiteException($"it did not answer within {LongestAnswer.TotalSeconds:0} s");
        }
        finally
        {
            _asked.TryRemove(id, out _);
        }
    }

    private Task<IReadOnlyList<string>> Ask(int id)
    {
        var answer = new TaskCompletionSource<IReadOnlyList<string>>(
            TaskCreationOptions.RunContinuationsAsynchronously
        );
        _asked[id] = answer;
        if (IsLost)
            answer.TrySetException(Lost());
        return answer.Task;
    }

    private void Send(int id, string request)
    {
        try
        {
            lock (_lock)
            {
                _input.Write(string.Create(CultureInfo.InvariantCulture, $"{id} {request}\n"));
                _input.Flush();
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        { /* The reading thread notices the end, too. */
        }
    }

    private void ReadAll()
    {
        var (lines, letters) = (new List<string>(), 0L);
        try
        {
            while (
                _lines.ReadLineAsync(LongestAnswerLine, CancellationToken.None).AsTask().GetAwaiter().GetResult()
                    is { } line
            )
            {
                if (line == SilenceLine)
                {
                    EndReason = SilenceReason;
                    break;
                }
                if (!line.StartsWith("= ", StringComparison.Ordinal))
                {
                    _heard.Add(line + "\n");
                    if ((letters += line.Length + OverheadOfLine) <= LongestAnswerLetters)
                        lines.Add(line);
                    continue;
                }
                if (
                    int.TryParse(line[2..], CultureInfo.InvariantCulture, out var id)
                    && _asked.TryGetValue(id, out var to)
                )
                    to.TrySetResult(lines);
                (lines, letters) = ([], 0L);
            }
        }
        catch (InvalidDataException e)
        {
            EndReason = $"it sent {e.Message}";
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        { /* As at the end. */
        }
        // The program's last words come by stderr.
        if (EndReason is null)
            Task.WhenAny(Task.WhenAll(_errors.Ended, _exit), Task.Delay(LongestEnd)).Wait();
        _lost.Cancel();
        foreach (var waiting in _asked.Values)
            waiting.TrySetException(Lost());
    }

    internal SiteException Lost() =>
        new(
            EndReason
                ?? "the connection was lost"
                    + (_errors.Read() is [.., var last] ? $" ({TerminalSafeText.Plain(last)})" : "")
        );

    private void BeatUntilTheEnd()
    {
        while (!_ends.Wait(Beat) && !IsLost)
            if (_greeting.IsCompletedSuccessfully)
                Send(0, "beat");
    }

    /// <summary>Closes the agent's stdin, which ends it in order, with all workers that are left there; not where
    /// somebody writes to a connection that takes nothing any more.</summary>
    public void Dispose()
    {
        _ends.Set();
        if (_lock.TryEnter(LongestEnd))
            try
            {
                _input.Close();
            }
            catch (IOException)
            { /* It has ended. */
            }
            finally
            {
                _lock.Exit();
            }
        _process.Leader.WaitForExit(LongestEnd);
        _process.Dispose();
    }
}
