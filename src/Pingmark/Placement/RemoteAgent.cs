using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>
/// The shell on another machine that answers what only that machine knows, and does what only it can
/// (<see cref="RemoteScripts.Agent"/>). Its connection is the one that all others go through: where it ends, they do.
/// </summary>
internal sealed class RemoteAgent : IDisposable
{
    private static readonly TimeSpan LongestAnswer = TimeSpan.FromSeconds(5);

    /// <summary>A third of what the other side waits for, and less.</summary>
    private static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(500);

    private const int LinesKept = 20,
        LongestLine = 2000,
        MostLines = 2000,
        LongestAnswerLine = 64 << 10;

    private readonly ProcessGroup _process;
    private readonly StreamWriter _input;
    private readonly LastLines _errors = new(LinesKept, LongestLine);
    private readonly Task _errorPump;
    private readonly Lock _lock = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<IReadOnlyList<string>>> _asked = new();
    private readonly ManualResetEventSlim _ends = new();
    private readonly CancellationTokenSource _lost = new();
    private readonly Task<IReadOnlyList<string>> _greeting;
    private readonly LineReader _lines;
    private int _lastId;

    private RemoteAgent(ProcessGroup process)
    {
        (_process, _input) = (process, process.Leader.StandardInput);
        _greeting = Ask(0);
        _lines = new LineReader(process.Leader.StandardOutput.BaseStream, LongestAnswerLine);
        _errorPump = _errors.ReadAsync(process.Leader.StandardError);
        new Thread(ReadAll) { IsBackground = true, Name = "remote agent" }.Start();
        new Thread(BeatUntilTheEnd) { IsBackground = true, Name = "remote heartbeat" }.Start();
    }

    /// <summary>The connection has ended.</summary>
    public bool IsLost => _lost.IsCancellationRequested;

    /// <summary>Until then.</summary>
    public CancellationToken UntilLost => _lost.Token;

    /// <summary>Why it ends, in its own words; null: it did not say, or does not end.</summary>
    public string? LastWords { get; private set; }

    public IReadOnlyList<string> Errors => _errors.Read();

    /// <returns>Null as facts: it did not come up; its errors tell why.</returns>
    public static async Task<(RemoteAgent Agent, IReadOnlyList<string>? Facts)> OpenAsync(
        IRemoteShell shell,
        string mark,
        CancellationToken cancel
    )
    {
        var agent = new RemoteAgent(
            await ProcessGroup
                .StartAsync(shell.First(RemoteScripts.Agent, mark), cpus: null, Piped, shell.CleansUp)
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

    internal static void Piped(ProcessStartInfo info)
    {
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;
        info.StandardInputEncoding = new System.Text.UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        MessageLocale.MakeEnglish(info.Environment);
    }

    /// <summary>One request, in a round trip. It blocks: whoever asks has nothing else to do meanwhile.</summary>
    /// <exception cref="SiteException">The connection has ended, or it does not answer.</exception>
    public IReadOnlyList<string> Ask(string request)
    {
        var id = Interlocked.Increment(ref _lastId);
        var answer = Ask(id);
        Tell(id, request);
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

    private void Tell(int id, string request)
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
        { /* The reader has noticed the end, too, and tells it to whoever waits. */
        }
    }

    private void ReadAll()
    {
        var lines = new List<string>();
        try
        {
            while (_lines.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult() is { } line)
            {
                if (line.StartsWith("! ", StringComparison.Ordinal))
                {
                    LastWords = Shown.Plain(line[2..]);
                    break;
                }
                if (!line.StartsWith("= ", StringComparison.Ordinal))
                {
                    if (lines.Count < MostLines)
                        lines.Add(line);
                    continue;
                }
                if (
                    int.TryParse(line[2..], CultureInfo.InvariantCulture, out var id)
                    && _asked.TryGetValue(id, out var to)
                )
                    to.TrySetResult(lines);
                lines = [];
            }
        }
        catch (Exception e) when (e is IOException or InvalidDataException or InvalidOperationException)
        { /* As at the end. */
        }
        // What was said of it at last comes by another way.
        if (LastWords is null)
            Task.WhenAny(_errorPump, Task.Delay(TimeSpan.FromSeconds(1))).Wait();
        _lost.Cancel();
        foreach (var waiting in _asked.Values)
            waiting.TrySetException(Lost());
    }

    internal SiteException Lost() =>
        new(LastWords ?? "the connection was lost" + (Errors is [.., var last] ? $" ({Shown.Plain(last)})" : ""));

    private void BeatUntilTheEnd()
    {
        while (!_ends.Wait(Beat) && !IsLost)
            if (_greeting.IsCompletedSuccessfully)
                Tell(0, "beat");
    }

    /// <summary>The end of its stdin ends it in order, with all workers that are left there.</summary>
    public void Dispose()
    {
        _ends.Set();
        CloseInput();
        _process.Leader.WaitForExit(TimeSpan.FromSeconds(1));
        _process.Dispose();
    }

    /// <summary>Not where somebody writes to a connection that takes nothing any more.</summary>
    private void CloseInput()
    {
        if (!_lock.TryEnter(TimeSpan.FromSeconds(1)))
            return;
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
    }
}
