namespace Pingmark.Worker.Kit;

/// <summary>A stack: its I/O model for both roles. Found by its type; adding one is adding a file.</summary>
public interface IStack
{
    StackDescription Description { get; }

    /// <summary>Binds, and serves from then on, on threads of its own.</summary>
    /// <returns>The bound port and the effective options.</returns>
    Listening Listen(ListenPlan plan, ServerCounts counts);

    /// <summary>Opens all connections through the session's handshakes, and gives their lanes to the session.</summary>
    /// <returns>The effective options of the first connection.</returns>
    EffectiveOptions Connect(Session session);
}

public sealed record Listening(int Port, EffectiveOptions Options);
