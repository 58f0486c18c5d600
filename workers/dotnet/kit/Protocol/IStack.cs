namespace Pingmark.Worker.Kit;

/// <summary>A stack: its I/O model for both roles. Found by its type; adding one is adding a file.</summary>
public interface IStack
{
    StackDescription Description { get; }

    /// <summary>Binds, and serves from then on, on threads of its own.</summary>
    /// <returns>The bound port and the effective options.</returns>
    Listening Listen(ListenPlan plan, Server server);

    /// <summary>Opens all connections through the client's handshakes, and gives them to lanes.</summary>
    /// <returns>The effective options of the first connection.</returns>
    EffectiveOptions Connect(Client client);
}

public sealed record Listening(int Port, EffectiveOptions Options)
{
    /// <summary>The SHA-256 of the one that the server shows; null: it encrypts nothing.</summary>
    public string? Certificate { get; init; }
}
