using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Pingmark.Host;
using Pingmark.Placement.Engines;

namespace Pingmark.Placement;

/// <summary>The folder of another machine's user in which workers are kept: each worker is sent there once, or is built
/// there of its sources.</summary>
/// <param name="mark">The mark by which the agent ends what is left.</param>
/// <param name="longestSilence">How long a script there, which prints a line each second, may print nothing; null for
/// <see cref="LongestSilence"/>.</param>
internal sealed class RemoteCache(RemoteSite site, RemoteShell shell, string mark, TimeSpan? longestSilence = null)
{
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(8);

    private static readonly TimeSpan LongestTransfer = TimeSpan.FromMinutes(10);

    private const int LinesKept = 15,
        LongestLine = 2000,
        LongestLineRead = 64 << 10,
        TimedOut = 124;

    private const long MostOfABuild = 256 << 20;

    private const string There = "there /",
        Failed = "failed ";

    public async Task<RemoteBuild> BuildAsync(BuildOrder order, CancellationToken cancel)
    {
        var lines = new LastLines(LinesKept, LongestLine);
        var end = await TakeAsync(
                new(RemoteScripts.Build, NameBuild(order), order.Sources)
                {
                    ExtraArguments =
                    [
                        order.Folder,
                        order.Output,
                        order.Longest.TotalSeconds.ToString("0", CultureInfo.InvariantCulture),
                        string.Join(
                            " && ",
                            order.Commands.Select(words => string.Join(' ', words.Select(RemoteShell.Quote)))
                        ),
                    ],
                    OnSending = order.OnSending,
                    AllowedTime = order.Longest,
                    MostOutputLetters = MostOfABuild,
                    OnOutput = line =>
                    {
                        lines.Add(line + "\n");
                        order.OnOutput(line);
                    },
                },
                cancel
            )
            .ConfigureAwait(false);
        return end.Failure switch
        {
            null => new(end.Folder, null),
            RemoteScripts.NoExec => new(null, "the file system of the cache folder runs no programs (noexec)")
            {
                Mend = "set XDG_CACHE_HOME to a folder of another file system",
            },
            var code => new(null, ExplainFailure(code, order, lines.Read())),
        };
    }

    /// <summary>Names a build in the cache. Machines of different kinds may share a home folder.</summary>
    private string NameBuild(BuildOrder order) =>
        Convert.ToHexStringLower(
            SHA256.HashData(
                Encoding.UTF8.GetBytes(
                    $"{order.Sources.Hash()}\n{order.Folder}\n{site.Facts.Architecture}\n{site.Facts.Machine.Os}"
                )
            )
        )[..32];

    private static string ExplainFailure(string code, BuildOrder order, IReadOnlyList<string> said) =>
        !int.TryParse(code, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? $"its build there made no {order.Output}"
        : number == TimedOut
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"its build there took longer than {order.Longest.TotalSeconds:0} s"
            )
        : $"its build there failed (exit code {number}):\n"
            + string.Join('\n', said.Select(line => "    | " + TerminalSafeText.Plain(line)));

    /// <summary>Runs a script there that takes files into the cache.</summary>
    /// <returns>The folder of the files; or else the failure, as the script calls it.</returns>
    /// <exception cref="SiteException">The files could not be sent.</exception>
    public async Task<(string? Folder, string? Failure)> TakeAsync(Transfer transfer, CancellationToken cancel)
    {
        var token = Guid.NewGuid().ToString("N");
        using var carrier = await ProcessGroup
            .StartAsync(
                shell.Command(
                    RemoteScripts.Marked,
                    [mark, transfer.Script, token, transfer.Name, FileSet.ListName, .. transfer.ExtraArguments]
                ),
                cpus: null,
                WorkerSurroundings.SetPipes,
                shell.CleansUp
            )
            .ConfigureAwait(false);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel, site.UntilLost);
        limit.CancelAfter(LongestTransfer + transfer.AllowedTime);
        var errors = WorkerSurroundings.Errors(carrier.Leader, LongestLine);
        var sending = Task.CompletedTask;
        try
        {
            return await AnswerAsync(
                        new(carrier.Leader.StandardOutput.BaseStream, longestSilence ?? LongestSilence),
                        transfer,
                        token,
                        () => sending = SendAsync(),
                        limit.Token
                    )
                    .ConfigureAwait(false)
                ?? throw await site.EndedAsync(errors, "while workers were sent there", limit.Token)
                    .ConfigureAwait(false);
        }
        catch (TimeoutException e)
        {
            throw site.Lost() ?? site.Problem([], $"{e.Message} while workers were sent there");
        }
        catch (InvalidDataException e)
        {
            throw site.Problem(
                [],
                $"while workers were sent there it printed {e.Message}: look at what its shell "
                    + "prints at its start (~/.bashrc and the like)"
            );
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            throw site.Lost()
                ?? site.Problem([], $"sending the workers took longer than {LongestTransfer.TotalMinutes:0} minutes");
        }
        finally
        {
            carrier.Kill();
            await sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        Task SendAsync() => RemoteCache.SendAsync(transfer.Files, carrier.Leader.StandardInput, limit.Token);
    }

    /// <returns>The script's answer; null where it ended without one.</returns>
    private static async Task<(string? Folder, string? Failure)?> AnswerAsync(
        ForeignStream output,
        Transfer transfer,
        string token,
        Action send,
        CancellationToken cancel
    )
    {
        long words = 0;
        var isSent = false;
        while (await output.ReadLineAsync(LongestLineRead, cancel).ConfigureAwait(false) is { } line)
        {
            var answer = line.StartsWith(token + " ", StringComparison.Ordinal) ? line[(token.Length + 1)..] : null;
            if (answer is null)
            {
                if ((words += line.Length + 1) > transfer.MostOutputLetters)
                    throw new InvalidDataException($"more than {transfer.MostOutputLetters >> 10} KiB of other lines");
                transfer.OnOutput(line);
            }
            else if (answer == "send" && !isSent)
            {
                isSent = true;
                transfer.OnSending(transfer.Files.Bytes);
                send();
            }
            else if (answer.StartsWith(There, StringComparison.Ordinal))
                return (answer[(There.Length - 1)..], null);
            else if (answer.StartsWith(Failed, StringComparison.Ordinal))
                return (null, answer[Failed.Length..]);
        }
        return null;
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

/// <summary>Files that are sent to another machine, and the script that takes them.</summary>
internal sealed record Transfer(string Script, string Name, FileSet Files)
{
    public IReadOnlyList<string> ExtraArguments { get; init; } = [];

    /// <summary>Called with the number of bytes before they are sent.</summary>
    public required Action<long> OnSending { get; init; }

    /// <summary>How long the script may take beside the sending.</summary>
    public TimeSpan AllowedTime { get; init; }

    /// <summary>How much other programs may print there meanwhile.</summary>
    public long MostOutputLetters { get; init; } = 64 << 10;

    /// <summary>Called with each line that they print.</summary>
    public Action<string> OnOutput { get; init; } = _ => { };
}

/// <summary>A worker that is to be built on another machine.</summary>
/// <param name="Folder">The folder of the worker within the sources, in which its commands run.</param>
/// <param name="Output">What the commands make, relative to that folder.</param>
internal sealed record BuildOrder(
    FileSet Sources,
    string Folder,
    IReadOnlyList<IReadOnlyList<string>> Commands,
    string Output
)
{
    public required TimeSpan Longest { get; init; }

    /// <summary>Called with the number of bytes before they are sent; not where the worker was built before.</summary>
    public required Action<long> OnSending { get; init; }

    /// <summary>Called with each line of the build.</summary>
    public Action<string> OnOutput { get; init; } = _ => { };
}

/// <summary>The result of a build on another machine.</summary>
/// <param name="Folder">The folder there that holds the output; null where the build failed.</param>
/// <param name="Failure">Why it failed, with the build's last lines.</param>
internal sealed record RemoteBuild(string? Folder, string? Failure)
{
    /// <summary>What repairs it there; null where only the build's lines tell that.</summary>
    public string? Mend { get; init; }
}
