using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Placement;

namespace Pingmark.Workers;

/// <summary>A worker as a process of some site: a JSON line is sent, one comes back, and every wait has a deadline. It
/// knows lines, processes and signals, and nothing of what the requests mean (that is <see cref="Worker"/>).</summary>
public sealed class WorkerProcess : IWorkerChannel
{
    private const int LongestLineBytes = 4 << 20;

    /// <summary>The first line of the crash report that a runtime prints to stdout before it aborts.</summary>
    private const string CrashReportMark = "#";

    private readonly ISite _site;
    private readonly ISiteProcess _process;
    private int _lastId;
    private bool _frozen;
    private bool _hangs;

    private WorkerProcess(string name, ISite site, ISiteProcess process) =>
        (Name, _site, _process) = (name, site, process);

    public string Name { get; }
    public int Pid => _process.Pid;
    public WorkerHost Where => new(_site.Name, _site.Machine, _site.IsHere);

    public long? CpuNs() => _process.CpuNs();

    public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        ThreadTimes.Read(Pid, known);

    public long ControllerCpuNs() => Pid > 0 ? (long)Environment.CpuUsage.TotalTime.TotalNanoseconds : 0;

    public MachineUsage MachineUsage() => AskSite("usage", _process.MachineUsage);

    /// <summary>Starts a worker on this machine.</summary>
    /// <param name="name">Its name in messages: <c>java/sockets (server of java/tcp-nio)</c>.</param>
    /// <param name="command">The executable and its arguments.</param>
    /// <param name="environment">Variables that are added to the inherited environment.</param>
    /// <param name="cpus">A list of cores as taskset takes it; null for all.</param>
    /// <exception cref="WorkerFault">The process could not be started.</exception>
    public static Task<WorkerProcess> StartAsync(
        string name,
        IReadOnlyList<string> command,
        string folder,
        IReadOnlyDictionary<string, string> environment,
        string? cpus
    ) => StartAsync(name, LocalSite.Instance, new(command, folder, environment, cpus), CancellationToken.None);

    /// <exception cref="WorkerFault">The process could not be started.</exception>
    public static async Task<WorkerProcess> StartAsync(
        string name,
        ISite site,
        SiteCommand command,
        CancellationToken cancel
    )
    {
        try
        {
            return new(name, site, await site.StartAsync(command, cancel).ConfigureAwait(false));
        }
        catch (SiteException e)
        {
            throw new WorkerFault(name, "start", e.Message, []);
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
                throw Fault(op, $"no answer within {deadline.TotalSeconds:0.#} s, though it still runs");
            }
            var line = await answer.ConfigureAwait(false);
            return ReplyLine.Read(line, id, askedNs, Where.IsHere, Name, problem => Fault(op, problem));
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
            await _process.Input.WriteLineAsync(request.AsMemory(), cancel).ConfigureAwait(false);
            await _process.Input.FlushAsync(cancel).ConfigureAwait(false);
            var line = await ReadAsync(cancel).ConfigureAwait(false);
            if (line == CrashReportMark)
                for (; line is not null; line = await ReadAsync(cancel).ConfigureAwait(false))
                    _process.Errors.Add(line + "\n");
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

    private ValueTask<string?> ReadAsync(CancellationToken cancel) =>
        _process.Output.ReadLineAsync(LongestLineBytes, cancel);

    public WorkerFault Fault(string phase, string problem) => new(Name, phase, problem, _process.Errors.Read());

    private async Task<WorkerFault> EndedAsync(string op)
    {
        // Its stdout is closed: give it a moment to end, so that exit code and last words can be told.
        using var moment = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            await _process.WaitForExitAsync(moment.Token).ConfigureAwait(false);
            await _process.Errors.Ended.WaitAsync(moment.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return Fault(op, "closed its stdout but goes on running");
        }
        return Fault(op, DescribeEnd());
    }

    public async Task<string?> DescribeEndAsync()
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
        return DescribeEnd();
    }

    public Task WaitForEndAsync(CancellationToken cancel) => _process.WaitForExitAsync(cancel);

    private string DescribeEnd() =>
        _site.Ended is { } why ? $"was ended there ({why})"
        : _process.ExitCode is { } code ? ProcessEnd.Text(code, _process.Errors.Read())
        : $"was lost with the connection to {_site.Name}, or killed there";

    public void Freeze()
    {
        AskSite("freeze", _process.Freeze);
        _frozen = true;
    }

    public void Thaw()
    {
        if (!_frozen)
            return;
        AskSite("thaw", _process.Thaw);
        _frozen = false;
    }

    private void AskSite(string phase, Action act) =>
        AskSite(
            phase,
            () =>
            {
                act();
                return true;
            }
        );

    /// <exception cref="WorkerFault">The site can't be reached any more.</exception>
    private T AskSite<T>(string phase, Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (SiteException e)
        {
            throw Fault(phase, e.Message);
        }
    }

    /// <summary>Closes the worker's stdin, which ends it. It is killed when that takes longer than the protocol's
    /// second, and at once when it has missed a deadline already.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_hangs)
            _process.Kill();
        try
        {
            Thaw();
            _process.Input.Close();
        }
        catch (Exception e) when (e is IOException or WorkerFault)
        { /* It ended first, with requests unread: the end that is wanted. */
        }
        using var second = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            await _process.WaitForExitAsync(second.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _process.Kill();
            await _process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        }
        // What it may have started ends, too.
        _process.Dispose();
    }
}
