using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Accepts a server's connections for as long as it lives, also when descriptors or memory run out for a
/// while.</summary>
public sealed class Acceptor(Socket listener)
{
    private readonly Shortage _shortage = new();

    /// <param name="serve">Starts to serve a connection.</param>
    public void Run(Action<Socket> serve)
    {
        while (true)
            try
            {
                _shortage.AwaitRoom();
                Begin(listener.Accept(), serve);
            }
            catch (Exception e) when (Shortage.Is(e))
            {
                _shortage.Pause(e.Message);
            }
    }

    /// <summary>The same without a thread of its own.</summary>
    public async Task RunAsync(Action<Socket> serve)
    {
        while (true)
            try
            {
                await _shortage.AwaitRoomAsync();
                Begin(await listener.AcceptAsync(), serve);
            }
            catch (Exception e) when (Shortage.Is(e))
            {
                await _shortage.PauseAsync(e.Message);
            }
    }

    /// <summary>For a thread that serves others too, and has been told that one waits: accepts it.</summary>
    public void TakeOne(Action<Socket> serve)
    {
        try
        {
            if (_shortage.HasRoomOrRests())
                Begin(listener.Accept(), serve);
        }
        catch (Exception e) when (Shortage.Is(e))
        {
            _shortage.Rest(e.Message);
        }
    }

    /// <summary>There was no room a moment ago: those that wait are to be left alone.</summary>
    public bool Rests => _shortage.Rests;

    private static void Begin(Socket accepted, Action<Socket> serve)
    {
        try
        {
            serve(accepted);
        }
        catch
        {
            accepted.Dispose();
            throw;
        }
    }
}
