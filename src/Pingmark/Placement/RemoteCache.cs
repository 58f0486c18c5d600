using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>The folder of another machine's user in which workers are kept: each is sent there once, or its sources are
/// and it is built of them.</summary>
/// <param name="mark">By which the agent ends what is left.</param>
internal sealed class RemoteCache(RemoteSite site, IRemoteShell shell, string mark)
{
    /// <summary>Sent once, and what is sent is a few MB.</summary>
    private static readonly TimeSpan LongestTransfer = TimeSpan.FromMinutes(2);

    private const int LinesKept = 15,
        LongestLine = 2000,
        TimedOut = 124;

    private const string There = "there /",
        Failed = "failed ";

    public async Task<RemoteBuild> BuildAsync(BuildOrder order, CancellationToken cancel)
    {
        var lines = new LastLines(LinesKept, LongestLine);
        var end = await TakeAsync(
                new(RemoteScripts.Build, NameOf(order), order.Sources)
                {
                    More =
                    [
                        order.Folder,
                        order.Output,
                        order.Longest.TotalSeconds.ToString("0", CultureInfo.InvariantCulture),
                        string.Join(
                            " && ",
                            order.Commands.Select(words => string.Join(' ', words.Select(SshCommandLine.Quoted)))
                        ),
                    ],
                    Sending = order.Sending,
                    Takes = order.Longest,
                    Says = line =>
                    {
                        lines.Add(line + "\n");
                        order.Says(line);
                    },
                },
                cancel
            )
            .ConfigureAwait(false);
        return new(end.Folder, end.Failure is { } code ? Why(code, order, lines.Read()) : null);
    }

    /// <summary>Of one home folder several machines may have a part, with other processors and libraries.</summary>
    private string NameOf(BuildOrder order) =>
        Convert.ToHexStringLower(
            SHA256.HashData(
                Encoding.UTF8.GetBytes(
                    $"{order.Sources.Hash()}\n{order.Folder}\n{site.Facts.Architecture}\n{site.Facts.Machine.Os}"
                )
            )
        )[..32];

    private static string Why(string code, BuildOrder order, IReadOnlyList<string> said) =>
        !int.TryParse(code, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? $"its build there made no {order.Output}"
        : number == TimedOut
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"its build there took longer than {order.Longest.TotalSeconds:0} s"
            )
        : $"its build there failed (exit code {number}):\n"
            + string.Join('\n', said.Select(line => "    " + Shown.Plain(line)));

    /// <returns>Where it is there; null: why not, as the script calls it.</returns>
    /// <exception cref="SiteException">It could not be sent.</exception>
    public async Task<(string? Folder, string? Failure)> TakeAsync(Transfer transfer, CancellationToken cancel)
    {
        var token = Guid.NewGuid().ToString("N");
        using var carrier = await ProcessGroup
            .StartAsync(
                shell.Command(
                    RemoteScripts.Marked,
                    [mark, transfer.Script, token, transfer.Name, FileSet.Last, .. transfer.More]
                ),
                cpus: null,
                RemoteAgent.Piped,
                shell.CleansUp
            )
            .ConfigureAwait(false);
        var (input, output) = (carrier.Leader.StandardInput, carrier.Leader.StandardOutput);
        var errors = carrier.Leader.StandardError.ReadToEndAsync(cancel);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel, site.UntilLost);
        limit.CancelAfter(LongestTransfer + transfer.Takes);
        try
        {
            while (await output.ReadLineAsync(limit.Token).ConfigureAwait(false) is { } line)
            {
                var answer = line.StartsWith(token, StringComparison.Ordinal) ? line[(token.Length + 1)..] : null;
                if (answer is null)
                    transfer.Says(line);
                else if (answer == "send")
                {
                    transfer.Sending(transfer.Files.Bytes);
                    await SendAsync(transfer.Files, input, limit.Token).ConfigureAwait(false);
                }
                else if (answer.StartsWith(There, StringComparison.Ordinal))
                    return (answer[(There.Length - 1)..], null);
                else if (answer.StartsWith(Failed, StringComparison.Ordinal))
                    return (null, answer[Failed.Length..]);
            }
            throw site.Problem(
                (await errors.WaitAsync(limit.Token).ConfigureAwait(false)).Split('\n'),
                "the workers could not be sent there"
            );
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            throw site.Lost()
                ?? site.Problem([], $"sending the workers took longer than {LongestTransfer.TotalMinutes:0} minutes");
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
}

/// <param name="Script">Of <see cref="RemoteScripts"/>.</param>
/// <param name="Name">Of the folder in the cache.</param>
internal sealed record Transfer(string Script, string Name, FileSet Files)
{
    /// <summary>Arguments of the script.</summary>
    public IReadOnlyList<string> More { get; init; } = [];

    /// <summary>Told how many bytes before they are sent.</summary>
    public required Action<long> Sending { get; init; }

    /// <summary>Beside the sending.</summary>
    public TimeSpan Takes { get; init; }

    /// <summary>What others print there meanwhile.</summary>
    public Action<string> Says { get; init; } = _ => { };
}

/// <summary>A worker to be built on another machine.</summary>
/// <param name="Folder">Of the worker within the sources; its commands run there.</param>
/// <param name="Output">What they make, relative to that.</param>
internal sealed record BuildOrder(
    FileSet Sources,
    string Folder,
    IReadOnlyList<IReadOnlyList<string>> Commands,
    string Output
)
{
    public required TimeSpan Longest { get; init; }

    /// <summary>Told how many bytes before they are sent; not, where it was built before.</summary>
    public required Action<long> Sending { get; init; }

    /// <summary>Each line of the build.</summary>
    public Action<string> Says { get; init; } = _ => { };
}

/// <param name="Folder">That holds the output there; null: it could not be built.</param>
/// <param name="Failure">Why not, with the build's last lines.</param>
internal sealed record RemoteBuild(string? Folder, string? Failure);
