using System.Globalization;

namespace Pingmark.Host;

/// <summary>Reads the options of a worker's sockets from the kernel, whatever the worker reports: its sockets are
/// duplicated into this process (pidfd_getfd(2)) and asked. The kernel allows that to whoever may trace the worker: the
/// same user, for the workers are this process's children.</summary>
public static class SocketInspection
{
    /// <summary>The options of one socket as the kernel has them.</summary>
    /// <param name="NoDelay">Whether Nagle's algorithm is off; null where it is not a TCP socket.</param>
    /// <param name="CongestionControl">The name of the congestion control; null where it is not a TCP socket.</param>
    public sealed record Socket(
        int Descriptor,
        bool Listens,
        bool? NoDelay,
        long ReceiveBufferBytes,
        long SendBufferBytes,
        string? CongestionControl
    );

    private static readonly string[] OfConnections = ["no_delay"],
        OfSockets = ["congestion_control", "receive_buffer_bytes", "send_buffer_bytes"];

    /// <param name="Contradictions">One sentence for each option that differs: what is reported, and what is
    /// so.</param>
    /// <param name="Sockets">How many sockets were inspected.</param>
    /// <param name="Unseen">Why reported options could not be compared with sockets; null where they were.</param>
    public sealed record Finding(IReadOnlyList<string> Contradictions, int Sockets, string? Unseen);

    /// <summary>Compares the options that a worker reports of one side (<c>no_delay</c>, ...) with those of its
    /// sockets, whichever of its processes has them.</summary>
    /// <param name="pid">The id of a connected worker on this machine.</param>
    public static Finding Check(int pid, IReadOnlyDictionary<string, string> effectiveOptions)
    {
        try
        {
            var sockets = ProcessTree.Read(pid).SelectMany(SocketsOf.Process).ToList();
            return new(
                Contradictions(sockets, effectiveOptions).ToList(),
                sockets.Count,
                Unseen(sockets, effectiveOptions)
            );
        }
        catch (UnauthorizedAccessException e)
        {
            return new([], 0, e.Message);
        }
    }

    /// <summary>Names the reported options for which no socket was found.</summary>
    private static string? Unseen(IReadOnlyList<Socket> sockets, IReadOnlyDictionary<string, string> reported)
    {
        var unseen = OfConnections
            .Where(option => !sockets.Any(IsOfConnection))
            .Concat(OfSockets.Where(_ => sockets.Count == 0))
            .Where(reported.ContainsKey)
            .ToList();
        return unseen.Count == 0
            ? null
            : $"no socket was seen to hold {string.Join(", ", unseen)} against, neither in the worker's process nor in "
                + "those that it started";
    }

    private static bool IsOfConnection(Socket socket) => socket is { Listens: false, NoDelay: not null };

    internal static IEnumerable<string> Contradictions(
        IReadOnlyList<Socket> sockets,
        IReadOnlyDictionary<string, string> reported
    )
    {
        // An accepted socket's is set after it was accepted; a listening one carries no messages.
        var carrying = sockets.Where(IsOfConnection).ToList();
        if (reported.GetValueOrDefault("no_delay") is { } noDelay)
        {
            var others = carrying.Count(s => s.NoDelay != (noDelay == "true"));
            if (others > 0)
                yield return $"reports no_delay={noDelay}, but Nagle's algorithm is "
                    + $"{(noDelay == "true" ? "on" : "off")} for {others} of its {carrying.Count} connections";
        }
        if (reported.GetValueOrDefault("congestion_control") is { } control)
        {
            var others = sockets.Where(s => s.CongestionControl is not null && s.CongestionControl != control).ToList();
            if (others.Count > 0)
                yield return $"reports congestion_control={control}, but {others.Count} of its {sockets.Count} sockets "
                    + $"have {others[0].CongestionControl}";
        }
        foreach (var text in Smaller(sockets, reported, "receive_buffer_bytes", s => s.ReceiveBufferBytes))
            yield return text;
        foreach (var text in Smaller(sockets, reported, "send_buffer_bytes", s => s.SendBufferBytes))
            yield return text;
    }

    /// <summary>Reports a buffer that is smaller than the worker says; the kernel enlarges buffers by itself, but does
    /// not shrink them.</summary>
    private static IEnumerable<string> Smaller(
        IReadOnlyList<Socket> sockets,
        IReadOnlyDictionary<string, string> reported,
        string option,
        Func<Socket, long> bytes
    )
    {
        if (
            !long.TryParse(reported.GetValueOrDefault(option), CultureInfo.InvariantCulture, out var said)
            || sockets.Count == 0
        )
            yield break;
        if (sockets.Min(bytes) is var least && least < said)
            yield return $"reports {option}={said}, but a socket has {least}";
    }
}
