using System.Globalization;
using Pingmark.Host;
using Pingmark.Placement.Engines;

namespace Pingmark.Placement;

/// <summary>A machine that is reached by an engine, with its agent and workers.</summary>
public sealed class RemoteSite : ISite
{
    private static readonly TimeSpan LongestLastWords = TimeSpan.FromSeconds(8),
        LongestLoss = TimeSpan.FromSeconds(2);

    /// <summary>The variable that carries the mark in the environment of every worker there.</summary>
    private const string MarkVariable = "PINGMARK_REMOTE_CONTROLLER";

    private readonly SiteEntry _entry;
    private readonly RemoteShell _shell;
    private readonly RemoteAgent _agent;
    private readonly string _mark;

    private RemoteSite(SiteEntry entry, RemoteShell shell, RemoteAgent agent, SiteFacts facts, string mark) =>
        (_entry, _shell, _agent, Facts, _mark) = (entry, shell, agent, facts, mark);

    public string Name => _entry.Name;
    public string Machine => Facts.Id;
    public bool IsHere => false;
    public string? Ended => _agent.EndReason is { } why ? $"{Name}: {why}" : null;
    public SiteFacts Facts { get; }

    internal bool TellsSignals => _shell.TellsSignals;
    internal bool CleansUp => _shell.CleansUp;

    /// <summary>Reaches a machine and starts its agent.</summary>
    /// <exception cref="SiteException">The machine can't be reached, or can't be used; the message tells what mends
    /// it.</exception>
    internal static async Task<RemoteSite> OpenAsync(SiteEntry entry, RemoteShell shell, CancellationToken cancel)
    {
        var mark = $"{MarkVariable}={Guid.NewGuid():N}";
        RemoteAgent? agent = null;
        try
        {
            if (ProcessLauncher.Missing is { } command)
                throw new SiteException($"{command} is not installed here: apt-get install {ProcessLauncher.Package}");
            (agent, var lines) = await RemoteAgent.OpenAsync(shell, mark, cancel).ConfigureAwait(false);
            if (lines is null)
                throw Problem(
                    entry,
                    shell,
                    agent.LastOutput,
                    agent.IsLost
                        ? agent.EndReason ?? ExplainSilentEnd(shell, agent.ExitCode)
                        : $"it did not answer within {shell.LongestOpening.TotalSeconds:0} s: {shell.WhereToLook}"
                );
            var facts = ReadFacts(entry, shell, lines);
            return facts.Lacks.Count == 0
                ? new(entry, shell, agent, facts, mark)
                : throw Problem(
                    entry,
                    shell,
                    [],
                    $"it lacks {string.Join(", ", facts.Lacks)}; on Debian: apt-get install coreutils grep sed tar "
                        + ProcessLauncher.Package
                );
        }
        catch
        {
            agent?.Dispose();
            shell.Dispose();
            throw;
        }
    }

    /// <param name="code">The exit code; a small one is that of the login shell there, where there is one.</param>
    private static string ExplainSilentEnd(RemoteShell shell, int? code) =>
        $"{shell.Name} ended without a word"
        + (code is null ? "" : string.Create(CultureInfo.InvariantCulture, $" (exit code {code})"))
        + ": "
        + (
            shell.UsesLoginShell && code <= RemoteProcess.MostWithoutSignal
                ? "look at the login shell that its user has there, for it must run commands"
                : shell.WhereToLook
        );

    private static SiteFacts ReadFacts(SiteEntry entry, RemoteShell shell, IReadOnlyList<string> lines)
    {
        try
        {
            return shell.CompleteFacts(SiteFacts.Read(lines, Host.Machine.Read().PingmarkVersion));
        }
        catch (FormatException e)
        {
            throw Problem(entry, shell, [], $"it does not describe itself as Linux does: {e.Message}");
        }
    }

    public async Task<ISiteProcess> StartAsync(SiteCommand command, CancellationToken cancel)
    {
        // The engine itself may try for longer.
        if (Lost() is { } lost)
            throw lost;
        var token = Guid.NewGuid().ToString("N");
        return await RemoteProcess
            .StartAsync(
                this,
                token,
                _shell.Command(
                    RemoteScripts.Worker,
                    [
                        token,
                        command.Folder,
                        "env",
                        "-u",
                        "LC_ALL",
                        "LC_MESSAGES=C",
                        _mark,
                        .. command.Environment.Select(variable => $"{variable.Key}={variable.Value}"),
                        .. ProcessLauncher.Wrap(command.CommandLine, command.Cpus, hasSession: true),
                    ]
                ),
                cancel
            )
            .ConfigureAwait(false);
    }

    /// <summary>Stores files in a folder there, and sends them where they are not there yet.</summary>
    /// <returns>The path of the folder.</returns>
    /// <exception cref="SiteException">The files could not be sent.</exception>
    public async Task<string> StoreAsync(FileSet files, Action<long> sending, CancellationToken cancel) =>
        (
            await Cache
                .TakeAsync(new(RemoteScripts.Store, files.Hash(), files) { OnSending = sending }, cancel)
                .ConfigureAwait(false)
        ).Folder!;

    /// <summary>Builds a worker of its sources there, where it was not built of the same before.</summary>
    /// <exception cref="SiteException">The sources could not be sent.</exception>
    internal Task<RemoteBuild> BuildAsync(BuildOrder order, CancellationToken cancel) =>
        Cache.BuildAsync(order, cancel);

    private RemoteCache Cache => new(this, _shell, _mark);

    /// <summary>Whether a shell there finds this command.</summary>
    public Task<bool> HasAsync(string command, CancellationToken cancel) =>
        Task.Run(() => Answer($"has {command}").Count > 0, cancel);

    internal Task<bool> HasFileAsync(string path, CancellationToken cancel) =>
        Task.Run(() => Answer($"exists {path}").Count > 0, cancel);

    /// <summary>Asks what the machine has used, and this process where it runs on the same machine.</summary>
    internal MachineUsage MachineUsage() =>
        Host.MachineUsage.Read(
            Answer("usage"),
            Machine == LocalSite.Instance.Machine ? Environment.CpuUsage.TotalTime : TimeSpan.Zero
        );

    internal void Do(string request) => Answer(request);

    private IReadOnlyList<string> Answer(string request)
    {
        try
        {
            return _agent.Ask(request);
        }
        catch (SiteException e)
        {
            throw Problem([], e.Message);
        }
    }

    internal CancellationToken UntilLost => _agent.UntilLost;

    /// <summary>The problem of a lost connection; null where it is not known to be lost.</summary>
    internal SiteException? Lost() => _agent.IsLost ? Problem([], _agent.Lost().Message) : null;

    /// <summary>Explains why something that the connection carried has ended, by its last words, or by those of the
    /// connection, which may end a moment later.</summary>
    internal async Task<SiteException> EndedAsync(LastLines errors, string when, CancellationToken cancel)
    {
        await Task.WhenAny(errors.Ended, Task.Delay(LongestLastWords, cancel)).ConfigureAwait(false);
        if (errors.Read().All(line => line.Length == 0))
            await Task.WhenAny(Task.Delay(LongestLoss, cancel)).ConfigureAwait(false);
        return Lost() ?? Problem(errors.Read(), $"{_shell.Name} ended without a word {when}");
    }

    internal SiteException Problem(IReadOnlyList<string> said, string otherwise) =>
        Problem(_entry, _shell, said, otherwise);

    private static SiteException Problem(
        SiteEntry entry,
        RemoteShell shell,
        IReadOnlyList<string> said,
        string otherwise
    ) => new($"{entry.Name}: {shell.Problem(said, otherwise)}");

    public ValueTask DisposeAsync()
    {
        _agent.Dispose();
        _shell.Dispose();
        return ValueTask.CompletedTask;
    }
}
