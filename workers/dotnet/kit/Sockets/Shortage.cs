using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>A server that has no room for another connection, in descriptors or in memory: it says so once, and waits
/// until there is.</summary>
public sealed class Shortage
{
    private const int PauseMs = (int)(Constants.ShortagePauseNs / Clock.Millisecond);

    /// <summary>Descriptors that no connection gets: a runtime that has none to start a thread with ends the
    /// process.</summary>
    private const int Spare = 32;
    private static readonly long Limit = Libc.DescriptorLimit();

    private int _said;
    private long _restsUntil;

    public static bool Is(Exception e) => e is SocketException or OutOfMemoryException;

    public void AwaitRoom()
    {
        while (!HasRoom())
            Pause("too many open files");
    }

    public async Task AwaitRoomAsync()
    {
        while (!HasRoom())
            await PauseAsync("too many open files");
    }

    /// <summary>For a thread that serves others meanwhile: nothing is to be accepted now.</summary>
    public bool Rests => Clock.Now() < _restsUntil;

    /// <summary>Whether one may be accepted; if not, it rests.</summary>
    public bool HasRoomOrRests()
    {
        var hasRoom = HasRoom();
        if (!hasRoom)
            Rest("too many open files");
        return hasRoom;
    }

    public void Rest(string reason)
    {
        Say(reason);
        _restsUntil = Clock.Now() + Constants.ShortagePauseNs;
    }

    public void Pause(string reason)
    {
        Say(reason);
        Thread.Sleep(PauseMs);
    }

    public Task PauseAsync(string reason)
    {
        Say(reason);
        return Task.Delay(PauseMs);
    }

    /// <summary>The kernel gives the lowest number that is free.</summary>
    private static bool HasRoom()
    {
        try
        {
            using var probe = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            return probe.Handle < Limit - Spare;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private void Say(string reason)
    {
        if (Interlocked.Exchange(ref _said, 1) == 0)
            Console.Error.WriteLine($"accept: {reason}; trying again every {PauseMs} ms, and saying no more of it");
    }
}
