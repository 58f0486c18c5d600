using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Placement;

/// <summary>Another machine, by the ssh that the user has: one connection, through which everything goes.</summary>
public sealed class SshSite : ISite
{
    /// <summary>Sent once, and what is built is a few MB.</summary>
    private static readonly TimeSpan LongestTransfer = TimeSpan.FromMinutes(2);

    private readonly SiteEntry _entry;
    private readonly SshCommandLine _ssh;
    private readonly SshAgent _agent;
    private readonly LocalFolder _socketFolder;
    private readonly string _mark;

    private SshSite(
        SiteEntry entry,
        SshCommandLine ssh,
        SshAgent agent,
        SiteFacts facts,
        LocalFolder socketFolder,
        string mark
    ) => (_entry, _ssh, _agent, Facts, _socketFolder, _mark) = (entry, ssh, agent, facts, socketFolder, mark);

    public string Name => _entry.Name;
    public string Machine => Facts.Id;
    public bool IsHere => false;
    public SiteFacts Facts { get; }

    /// <param name="config">In place of the user's ssh configuration; null: that.</param>
    /// <exception cref="SiteException">It can't be reached, or not used; the message tells what mends it.</exception>
    public static async Task<SshSite> OpenAsync(SiteEntry entry, string? config, CancellationToken cancel)
    {
        if (Executables.Find("ssh") is null)
            throw new SiteException("ssh is not installed here: apt-get install openssh-client");
        if (ProcessLauncher.Missing is { } command)
            throw new SiteException($"{command} is not installed here: apt-get install {ProcessLauncher.Package}");
        var folder = new LocalFolder();
        // The path of a socket has room for 108 letters, of which ssh takes 17 while it makes it.
        var ssh = new SshCommandLine(entry.Ssh!, config, Path.Combine(folder.Path, "s"));
        var mark = $"{MarkVariable}={Guid.NewGuid():N}";
        SshAgent? agent = null;
        try
        {
            (agent, var lines) = await SshAgent.OpenAsync(ssh, mark, cancel).ConfigureAwait(false);
            if (lines is null)
                throw Problem(
                    entry,
                    agent.Errors,
                    $"it did not answer within {SshAgent.LongestOpening.TotalSeconds:0} s: look at its address, its "
                        + "power and the firewalls in between"
                );
            var facts = Read(entry, lines);
            return facts.Lacks.Count == 0
                ? new(entry, ssh, agent, facts, folder, mark)
                : throw Problem(
                    entry,
                    [],
                    $"it lacks {string.Join(", ", facts.Lacks)}; on Debian: apt-get install coreutils grep sed tar "
                        + ProcessLauncher.Package
                );
        }
        catch
        {
            agent?.Dispose();
            folder.Dispose();
            throw;
        }
    }

    /// <summary>In the environment of every worker there.</summary>
    private const string MarkVariable = "PINGMARK_REMOTE_CONTROLLER";

    private static SiteFacts Read(SiteEntry entry, IReadOnlyList<string> lines)
    {
        try
        {
            return SiteFacts.Read(lines, Host.Machine.Read().PingmarkVersion);
        }
        catch (FormatException e)
        {
            throw Problem(entry, [], $"it does not describe itself as Linux does: {e.Message}");
        }
    }

    public async Task<ISiteProcess> StartAsync(SiteCommand command, CancellationToken cancel) =>
        await SshProcess
            .StartAsync(
                this,
                _ssh.Command(
                    RemoteScripts.Worker,
                    [
                        command.Folder,
                        "env",
                        "-u",
                        "LC_ALL",
                        "LC_MESSAGES=C",
                        _mark,
                        .. command.Environment.Select(variable => $"{variable.Key}={variable.Value}"),
                        .. ProcessLauncher.WrapInSession(command.Words, command.Cpus),
                    ]
                ),
                cancel
            )
            .ConfigureAwait(false);

    public async Task<string> StoreAsync(FileSet files, Action<long> sending, CancellationToken cancel)
    {
        using var ssh = await ProcessGroup
            .StartAsync(_ssh.Command(RemoteScripts.Store, files.Hash(), FileSet.Last), cpus: null, SshAgent.Piped)
            .ConfigureAwait(false);
        var (input, output) = (ssh.Leader.StandardInput, ssh.Leader.StandardOutput);
        var errors = ssh.Leader.StandardError.ReadToEndAsync(cancel);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(LongestTransfer);
        try
        {
            var answer = await output.ReadLineAsync(limit.Token).ConfigureAwait(false);
            if (answer == "send")
            {
                sending(files.Bytes);
                await SendAsync(files, input, limit.Token).ConfigureAwait(false);
                answer = await output.ReadLineAsync(limit.Token).ConfigureAwait(false);
            }
            const string There = "there /";
            if (answer?.StartsWith(There, StringComparison.Ordinal) == true)
                return answer[(There.Length - 1)..];
            throw Problem(
                (await errors.WaitAsync(limit.Token).ConfigureAwait(false)).Split('\n'),
                "the workers could not be sent there"
            );
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            throw Problem([], $"sending the workers took longer than {LongestTransfer.TotalMinutes:0} minutes");
        }
    }

    private static async Task SendAsync(FileSet files, StreamWriter to, CancellationToken cancel)
    {
        try
        {
            await files.WriteTarAsync(to.BaseStream, cancel).ConfigureAwait(false);
            to.Close();
        }
        catch (IOException)
        { /* It ended before; its last words tell why. */
        }
    }

    public Task<bool> HasAsync(string command, CancellationToken cancel) =>
        Task.Run(() => Answer($"has {command}").Count > 0, cancel);

    /// <summary>This process counts only where it runs on the same machine.</summary>
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

    /// <param name="said">On stderr.</param>
    internal SiteException Problem(IReadOnlyList<string> said, string otherwise) => Problem(_entry, said, otherwise);

    private static SiteException Problem(SiteEntry entry, IReadOnlyList<string> said, string otherwise) =>
        new($"{entry.Name}: {SshProblem.Text(entry.Ssh!, said, otherwise)}");

    public ValueTask DisposeAsync()
    {
        _agent.Dispose();
        _socketFolder.Dispose();
        return ValueTask.CompletedTask;
    }
}
