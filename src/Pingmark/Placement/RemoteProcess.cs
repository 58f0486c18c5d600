using System.Diagnostics;
using System.Globalization;
using System.Text;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>A process on another machine, behind one of this machine that carries its streams. It tells its own id
/// first.</summary>
internal sealed class RemoteProcess : ISiteProcess
{
    private static readonly TimeSpan LongestStart = TimeSpan.FromSeconds(10),
        LongestEnd = TimeSpan.FromSeconds(1);

    private const int LongestId = 16;

    private readonly ProcessGroup _group;
    private readonly Process _process;
    private readonly RemoteSite _site;
    private readonly int _id;

    private RemoteProcess(RemoteSite site, ProcessGroup group, int id) =>
        (_site, _group, _process, _id) = (site, group, group.Leader, id);

    public int Pid => 0;
    public StreamWriter Input => _process.StandardInput;
    public Stream Output => _process.StandardOutput.BaseStream;
    public TextReader Errors => _process.StandardError;
    public int? ExitCode => _process.ExitCode == _site.LostCode ? null : _process.ExitCode;

    /// <exception cref="SiteException">It did not begin.</exception>
    public static async Task<RemoteProcess> StartAsync(
        RemoteSite site,
        IReadOnlyList<string> words,
        CancellationToken cancel
    )
    {
        var group = await ProcessGroup
            .StartAsync(words, cpus: null, RemoteAgent.Piped, site.CleansUp)
            .ConfigureAwait(false);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel, site.UntilLost);
        limit.CancelAfter(LongestStart);
        try
        {
            var line = await FirstLineAsync(group.Leader.StandardOutput.BaseStream, limit.Token).ConfigureAwait(false);
            if (int.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id > 1)
                return new(site, group, id);
            var said = await group.Leader.StandardError.ReadToEndAsync(limit.Token).ConfigureAwait(false);
            throw site.Problem(said.Split('\n'), "it could not be started there");
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            group.Dispose();
            throw site.Lost() ?? site.Problem([], $"nothing was started there within {LongestStart.TotalSeconds:0} s");
        }
        catch
        {
            group.Dispose();
            throw;
        }
    }

    /// <summary>And no byte more: what follows is somebody else's.</summary>
    private static async Task<string> FirstLineAsync(Stream output, CancellationToken cancel)
    {
        var line = new StringBuilder();
        var one = new byte[1];
        while (
            line.Length < LongestId && await output.ReadAsync(one, cancel).ConfigureAwait(false) == 1 && one[0] != '\n'
        )
            line.Append((char)one[0]);
        return line.ToString();
    }

    public Task WaitForExitAsync(CancellationToken cancel) => _process.WaitForExitAsync(cancel);

    public long? CpuNs() => null;

    public MachineUsage MachineUsage() => _site.MachineUsage();

    public SocketWitness.Finding LookAtSockets(IReadOnlyDictionary<string, string> reported) =>
        new([], 0, $"the worker is on another machine, {_site.Name}, whose kernel can't be asked from here");

    public void Freeze() => _site.Do($"freeze {_id}");

    public void Thaw() => _site.Do($"thaw {_id}");

    public void Kill()
    {
        try
        {
            if (!_process.HasExited)
                _site.Do($"kill {_id}");
        }
        catch (SiteException)
        { /* Its carrier ends it, or the end of its connection. */
        }
        EndByCarrier();
        _group.Kill();
    }

    public void Dispose()
    {
        EndByCarrier();
        _group.Dispose();
    }

    private void EndByCarrier()
    {
        if (!_site.CleansUp || _process.HasExited)
            return;
        Native.Kill(_process.Id, Native.SigTerm);
        _process.WaitForExit(LongestEnd);
    }
}
