using System.Diagnostics;
using Pingmark.Host;

namespace Pingmark.Ui;

/// <summary>A run that was started from a page: <c>pingmark run</c> as a process of its own, so that nothing of this
/// server is in what is measured. It ends with this process, however that ends.</summary>
internal sealed class StartedRun : IAsyncDisposable
{
    private const int LinesKept = 20,
        MaxLineLength = 500;

    /// <summary>The time that an interrupted run has for the block in flight and the partial report.</summary>
    private static readonly TimeSpan TimeToReport = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan TimeToDie = TimeSpan.FromSeconds(2);

    private readonly ProcessGroup _group;
    private readonly LastLines _said;
    private readonly Task _ended;

    private StartedRun(string name, ProcessGroup group)
    {
        (Name, _group) = (name, group);
        group.Leader.StandardInput.Close();
        _said = Last(group.Leader.StandardError);
        _ended = Task.WhenAll(group.Leader.WaitForExitAsync(), _said.Ended, Last(group.Leader.StandardOutput).Ended);
    }

    private static LastLines Last(StreamReader of) =>
        new ForeignStream(of.BaseStream, longestSilence: null).KeepLast(LinesKept, MaxLineLength);

    public string Name { get; }

    public bool IsOver => _ended.IsCompleted;

    /// <summary>The run's exit code; null while it goes on.</summary>
    public int? ExitCode => IsOver ? _group.Leader.ExitCode : null;

    /// <summary>What the run said last, on its standard error.</summary>
    public IReadOnlyList<string> LastLines => _said.Read();

    public static async Task<StartedRun> StartAsync(string name, IReadOnlyList<string> command) =>
        new(
            name,
            await ProcessGroup.StartAsync(
                command,
                cpus: null,
                info =>
                    (info.RedirectStandardInput, info.RedirectStandardOutput, info.RedirectStandardError) = (
                        true,
                        true,
                        true
                    )
            )
        );

    /// <summary>Ends the run, which reports what it has. It is sent SIGTERM: the signal of Ctrl-C is ignored, in this
    /// server and so in all that it starts, where a script has started it in the background.</summary>
    public void Interrupt()
    {
        if (!IsOver)
            Libc.Kill(_group.Id, Libc.SigTerm);
    }

    public async ValueTask DisposeAsync()
    {
        Interrupt();
        await Task.WhenAny(_ended, Task.Delay(TimeToReport));
        _group.Kill();
        await Task.WhenAny(_ended, Task.Delay(TimeToDie));
        _group.Dispose();
    }
}
