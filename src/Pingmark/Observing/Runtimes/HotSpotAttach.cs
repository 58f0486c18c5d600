using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Pingmark.Host;

namespace Pingmark.Observing.Runtimes;

/// <summary>Sends commands to a Java process as jcmd does, without starting another Java for it: a file and a signal
/// make the process open a socket, which takes commands.</summary>
internal static class HotSpotAttach
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(5);
    private const int MostBytes = 64 << 10;

    /// <summary>Options with which a process does not take the signal for this.</summary>
    private static readonly string[] Refusals = ["-XX:+DisableAttachMechanism", "-Xrs", "-XX:+ReduceSignalUsage"];

    /// <summary>Has the process execute a diagnostic command.</summary>
    /// <param name="command">The command as for jcmd, such as <c>VM.log what=all=off</c>.</param>
    /// <exception cref="IOException">The process refuses it, does not answer, or has ended.</exception>
    public static async Task ExecuteAsync(int pid, string command, CancellationToken cancel)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(Longest);
        try
        {
            var answer = await AskAsync(await SocketOfAsync(pid, limit.Token), command, limit.Token);
            if (!answer.StartsWith("0\n", StringComparison.Ordinal) || answer.Length > 2)
                throw new IOException($"it refused {command.Split(' ')[0]}: {answer.Trim().Split('\n')[^1]}");
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            throw new IOException("it did not answer in time");
        }
        catch (SocketException e)
        {
            throw new IOException(e.Message);
        }
    }

    private static async Task<string> SocketOfAsync(int pid, CancellationToken limit)
    {
        var socket = $"/tmp/.java_pid{pid}";
        if (File.Exists(socket))
            return socket;
        if (Options(pid) is var options && Refusals.FirstOrDefault(options.Contains) is { } refusal)
            throw new IOException($"it runs with {refusal}");
        var request = $"/tmp/.attach_pid{pid}";
        await using (File.Create(request)) { }
        try
        {
            if (Libc.Kill(pid, Libc.SigQuit) != 0)
                throw new IOException("it has ended");
            while (!File.Exists(socket))
                await Task.Delay(Step, limit);
            return socket;
        }
        finally
        {
            File.Delete(request);
        }
    }

    /// <summary>The words of the process's command line and of variables that add to it.</summary>
    private static List<string> Options(int pid) =>
        [
            .. new[] { "cmdline", "environ" }
                .SelectMany(file => KernelFile.Lines($"/proc/{pid.ToString(CultureInfo.InvariantCulture)}/{file}"))
                .SelectMany(line => line.Split('\0', ' ', '=')),
        ];

    private static async Task<string> AskAsync(string path, string command, CancellationToken limit)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), limit);
        // The version of this protocol, the operation, and always three arguments.
        await socket.SendAsync(Encoding.UTF8.GetBytes($"1\0jcmd\0{command}\0\0\0"), limit);
        var answer = new byte[MostBytes];
        var length = 0;
        while (length < answer.Length && await socket.ReceiveAsync(answer.AsMemory(length), limit) is > 0 and var read)
            length += read;
        return Encoding.UTF8.GetString(answer, 0, length);
    }
}
