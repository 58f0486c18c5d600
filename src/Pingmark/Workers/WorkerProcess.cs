using System.ComponentModel;
using System.Diagnostics;
using System.Text;
using System.Text.Json;
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
    private const int StderrLinesKept = 20,
        LongestExcerpt = 200;

    private readonly Process _process;
    private readonly LineReader _stdout;
    private readonly LastLines _stderr = new(StderrLinesKept, LongestExcerpt);
    private readonly Task _stderrPump;
    private int _lastId;
    private bool _frozen;
    private bool _hangs;

    private WorkerProcess(string name, Process process)
    {
        Name = name;
        _process = process;
        _stdout = new LineReader(process.StandardOutput.BaseStream, LongestLineBytes);
        _stderrPump = _stderr.ReadAsync(process.StandardError);
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
        var wrapped = ProcessLauncher.Wrap(command, cpus);
        var info = new ProcessStartInfo(wrapped[0], wrapped[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
        };
        foreach (var (key, value) in environment)
            info.Environment[key] = value;
        try
        {
            return new WorkerProcess(name, await ProcessLauncher.StartAsync(info).ConfigureAwait(false));
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
        limit.CancelAfter(deadline);
        try
        {
            await _process
                .StandardInput.WriteLineAsync(request.ToJsonString().AsMemory(), limit.Token)
                .ConfigureAwait(false);
            await _process.StandardInput.FlushAsync(limit.Token).ConfigureAwait(false);
            var line =
                await _stdout.ReadAsync(limit.Token).ConfigureAwait(false)
                ?? throw await EndedAsync(op).ConfigureAwait(false);
            return Parse(op, id, line);
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            _hangs = true;
            throw Fault(op, $"no answer within {deadline.TotalSeconds:0.#} s: it hangs or is overloaded");
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

    private Reply Parse(string op, int id, string line)
    {
        JsonElement json;
        try
        {
            json = JsonDocument.Parse(line).RootElement;
        }
        catch (JsonException)
        {
            throw Fault(op, $"printed something that is no JSON to stdout: {Excerpt(line)}");
        }
        if (json.ValueKind != JsonValueKind.Object)
            throw Fault(op, $"printed no JSON object: {Excerpt(line)}");
        if (!json.TryGetProperty("status", out _))
            throw Fault(op, $"answered without a status: {Excerpt(line)}");
        var reply = new Reply(json, problem => Fault(op, problem));
        if (reply.NumberOrNull("id") != id)
            throw Fault(
                op,
                $"answered request {reply.NumberOrNull("id")?.ToString() ?? "null"} when {id} was "
                    + $"asked: {reply.TextOrNull("reason") ?? Excerpt(line)}"
            );
        return reply.Text("status") switch
        {
            "ok" => reply,
            "unsupported" => throw new UnsupportedException(Name, reply.Text("reason")),
            "error" => throw Fault(op, reply.Text("reason")),
            var other => throw Fault(op, $"answered with the unknown status '{Excerpt(other)}'"),
        };
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

    private string HowItEnded() =>
        _process.ExitCode > 128
            ? $"was killed by signal {_process.ExitCode - 128}"
            : $"ended with exit code {_process.ExitCode}";

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
            Kill();
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
            Kill();
            await _process.WaitForExitAsync().ConfigureAwait(false);
        }
        _process.Dispose();
    }

    /// <summary>With what it may have started: its session is its own, so its group is too.</summary>
    private void Kill()
    {
        Native.Kill(-Pid, Native.SigKill);
        _process.Kill();
    }

    private static string Excerpt(string line) =>
        line.Length <= LongestExcerpt ? line.TrimEnd() : line[..LongestExcerpt] + "…";
}
