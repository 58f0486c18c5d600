using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json.Nodes;
using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>
/// A worker as a child process: one JSON line out, one back, every wait with a deadline. Knows lines, processes and
/// signals, and nothing of what the requests mean (that is <see cref="Worker"/>).
/// </summary>
public sealed class WorkerProcess : IWorkerChannel
{
    private const int LongestLineBytes = 4 << 20;
    private const int StderrLinesKept = 20;

    /// <summary>The first line of what it prints to stdout of a crash, before it aborts.</summary>
    private const string HotSpotsLastWords = "#";

    private readonly ProcessGroup _group;
    private readonly Process _process;
    private readonly LineReader _stdout;
    private readonly LastLines _stderr = new(StderrLinesKept, ReplyLine.LongestExcerpt);
    private readonly Task _stderrPump;
    private int _lastId;
    private bool _frozen;
    private bool _hangs;

    private WorkerProcess(string name, ProcessGroup group)
    {
        Name = name;
        (_group, _process) = (group, group.Leader);
        _stdout = new LineReader(_process.StandardOutput.BaseStream, LongestLineBytes);
        _stderrPump = _stderr.ReadAsync(_process.StandardError);
    }

    public string Name { get; }
    public int Pid => _process.Id;

    public long? CpuNs() => CpuClock.ReadNs(Pid);

    public MachineUsage MachineUsage() => Host.MachineUsage.Read();

    public SocketWitness.Finding LookAtSockets(IReadOnlyDictionary<string, string> reported) =>
        SocketWitness.Check(Pid, reported);

    /// <param name="name">How messages call it: <c>java/sockets (server of java/tcp-nio)</c>.</param>
    /// <param name="command">Executable and arguments.</param>
    /// <param name="environment">Added to the inherited environment.</param>
    /// <param name="cpus">A list as taskset takes it; null = all cores.</param>
    /// <exception cref="WorkerFault">The process could not be started.</exception>
    public static async Task<WorkerProcess> StartAsync(
        string name,
        IReadOnlyList<string> command,
        string folder,
        IReadOnlyDictionary<string, string> environment,
        string? cpus
    )
    {
        try
        {
            return new(
                name,
                await ProcessGroup
                    .StartAsync(command, cpus, info => WorkerSurroundings.Set(info, folder, environment))
                    .ConfigureAwait(false)
            );
        }
        catch (Win32Exception e)
        {
            throw new WorkerFault(name, "start", $"could not be started: {e.Message}", []);
        }
    }

    public async Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel)
    {
        var id = ++_lastId;
        var request = new JsonObject { ["id"] = id, ["op"] = op };
        foreach (var (key, value) in fields)
            request[key] = value?.DeepClone();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var askedNs = Clock.NowNs;
        var answer = ExchangeAsync(op, request.ToJsonString(), limit.Token);
        try
        {
            if (!await Deadline.MetAsync(answer, deadline, TimeProvider.System, cancel).ConfigureAwait(false))
            {
                _hangs = true;
                throw Fault(op, $"no answer within {deadline.TotalSeconds:0.#} s: it hangs or is overloaded");
            }
            var line = await answer.ConfigureAwait(false);
            return ReplyLine.Read(line, id, Clock.NowNs - askedNs, Name, problem => Fault(op, problem));
        }
        finally
        {
            await limit.CancelAsync().ConfigureAwait(false);
        }
    }

    private async Task<string> ExchangeAsync(string op, string request, CancellationToken cancel)
    {
        try
        {
            await _process.StandardInput.WriteLineAsync(request.AsMemory(), cancel).ConfigureAwait(false);
            await _process.StandardInput.FlushAsync(cancel).ConfigureAwait(false);
            var line = await _stdout.ReadAsync(cancel).ConfigureAwait(false);
            if (line == HotSpotsLastWords)
                for (; line is not null; line = await _stdout.ReadAsync(cancel).ConfigureAwait(false))
                    _stderr.Add(line + "\n");
            return line ?? throw await EndedAsync(op).ConfigureAwait(false);
        }
        catch (InvalidDataException e)
        {
            throw Fault(op, $"printed {e.Message} to stdout, which is for replies only");
        }
        catch (IOException)
        {
            throw await EndedAsync(op).ConfigureAwait(false);
        }
    }

    public WorkerFault Fault(string phase, string problem) => new(Name, phase, problem, _stderr.Read());

    private async Task<WorkerFault> EndedAsync(string op)
    {
        // Its stdout is closed: give it a moment to end, so that exit code and last words can be told.
        using var moment = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            await _process.WaitForExitAsync(moment.Token).ConfigureAwait(false);
            await _stderrPump.WaitAsync(moment.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return Fault(op, "closed its stdout but goes on running");
        }
        return Fault(op, HowItEnded());
    }

    public async Task<string?> EndAsync()
    {
        using var moment = new CancellationTokenSource(TimeSpan.FromMilliseconds(100));
        try
        {
            await _process.WaitForExitAsync(moment.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
        return HowItEnded();
    }

    private string HowItEnded() => Ending.Text(_process.ExitCode, _stderr.Read());

    public void Freeze()
    {
        Native.Kill(Pid, Native.SigStop);
        _frozen = true;
    }

    public void Thaw()
    {
        if (!_frozen)
            return;
        Native.Kill(Pid, Native.SigCont);
        _frozen = false;
    }

    /// <summary>Closes its stdin, which ends it; kills it when that takes longer than the protocol's second, and at
    /// once when it has missed a deadline already.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_hangs)
            _group.Kill();
        Thaw();
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        { /* It ended first, with requests unread: the end that is wanted. */
        }
        using var second = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            await _process.WaitForExitAsync(second.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _group.Kill();
            await _process.WaitForExitAsync().ConfigureAwait(false);
        }
        // What it may have started ends, too.
        _group.Dispose();
    }
}
