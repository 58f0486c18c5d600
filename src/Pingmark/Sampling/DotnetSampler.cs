using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>Records a .NET process by an EventPipe session over its diagnostics port: the stacks of all managed threads
/// each millisecond, collections, and an event for every 100 kB allocated.</summary>
internal sealed class DotnetSampler(int pid, string file, Func<string, Exception> fault) : ISampler
{
    public const string SampleProfiler = "Microsoft-DotNETCore-SampleProfiler";
    private const long GcKeyword = 0x1;
    private const int BufferMb = 256;
    private const long LargestRecording = 4L << 30;

    /// <summary>As many as calls of a method until it is optimized (workers/dotnet/Directory.Build.props).</summary>
    private const int Rehearsals = 4;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(20);

    private EventPipeSession? _session;
    private FileStream? _file;
    private Task _copy = Task.CompletedTask;
    private Func<SampledWindow>? _endWindow;
    private SampledWindow? _window;

    /// <summary>Opens and ends some sessions, which call hundreds of methods: otherwise the optimizing compiler would
    /// work on them while the process is recorded.</summary>
    public Task RehearseAsync(CancellationToken cancel) =>
        GuardedAsync(
            "rehearse",
            cancel,
            async limit =>
            {
                for (var session = 0; session < Rehearsals; session++)
                {
                    using var first = await OpenAsync(rundown: false, limit).ConfigureAwait(false);
                    var read = Events(first).CopyToAsync(Stream.Null, CancellationToken.None);
                    await first.StopAsync(limit).ConfigureAwait(false);
                    await read.WaitAsync(limit).ConfigureAwait(false);
                }
            }
        );

    public Task StartAsync(CancellationToken cancel) =>
        GuardedAsync(
            "start",
            cancel,
            async limit =>
            {
                // With rundown: the names of methods that were compiled before the session are written at its end.
                _session = await OpenAsync(rundown: true, limit).ConfigureAwait(false);
                _file = File.Create(file);
                _copy = Events(_session).CopyToAsync(_file, CancellationToken.None);
                _endWindow = SampledWindow.Begin(pid);
            }
        );

    /// <summary>The session's events. None come while nothing happens, so that silence is no error.</summary>
    private static Stream Events(EventPipeSession session) =>
        new ForeignStream(session.EventStream, longestSilence: null).Bounded(LargestRecording);

    private Task<EventPipeSession> OpenAsync(bool rundown, CancellationToken limit) =>
        new DiagnosticsClient(pid).StartEventPipeSessionAsync(
            [
                new(SampleProfiler, EventLevel.Informational),
                // Allocation ticks come at this level.
                new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, GcKeyword),
            ],
            rundown,
            BufferMb,
            limit
        );

    public Task EndAsync(CancellationToken cancel)
    {
        if (_session is null || _file is null || _endWindow is null)
            throw new InvalidOperationException("the sampler was not started");
        _window = _endWindow();
        return GuardedAsync(
            "stop",
            cancel,
            async limit =>
            {
                await _session.StopAsync(limit).ConfigureAwait(false);
                await _copy.WaitAsync(limit).ConfigureAwait(false);
                await _file.DisposeAsync().ConfigureAwait(false);
            }
        );
    }

    public async Task<SamplingSummary> ReadAsync(CancellationToken cancel)
    {
        if (_window is not { } window)
            throw new InvalidOperationException("the recording has not ended");
        try
        {
            return await Task.Run(() => NettraceReader.Read(file, window), cancel).ConfigureAwait(false);
        }
        // The reader throws whatever it happens upon in a recording that was cut off.
        catch (Exception e) when (e is not OperationCanceledException)
        {
            throw fault($"its recording {file} can't be read: {e.Message}");
        }
    }

    private async Task GuardedAsync(string what, CancellationToken cancel, Func<CancellationToken, Task> action)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(Longest);
        try
        {
            await action(limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            throw fault($"sampling did not {what} within {Longest.TotalSeconds:0} s: the process hangs");
        }
        catch (Exception e)
            when (e
                    is DiagnosticsClientException
                        or IOException
                        or InvalidDataException
                        or TimeoutException
                        or UnauthorizedAccessException
            )
        {
            throw SampledProcess.Explain(pid, $"sampling did not {what}: {e.Message}", fault);
        }
    }

    public async ValueTask DisposeAsync()
    {
        // Not the session: disposing of it asks the process to stop and waits, for ever when it hangs. The runtime ends
        // a session whose stream is closed.
        if (_session is not null)
            await _session.EventStream.DisposeAsync().ConfigureAwait(false);
        await _copy.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (_file is not null)
            await _file.DisposeAsync().ConfigureAwait(false);
    }
}
