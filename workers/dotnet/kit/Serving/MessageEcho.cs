namespace Pingmark.Worker.Kit;

/// <summary>
/// One connection of a server whose library delivers whole messages: echoes them once a hello was said. Used by one
/// thread at a time; the stack closes the connection when <see cref="IsRejected"/>, and disposes this when it has
/// ended.
/// </summary>
/// <param name="end">Ends the connection from another thread; null where a thread of the stack's ends them all.</param>
public sealed class MessageEcho(Token? token, Server server, Action? end = null) : IDisposable
{
    private readonly Counter _messages = server.Opened(end);

    /// <summary>Null: it is sent nothing unasked.</summary>
    private MessageRecipient? _recipient;

    /// <summary>Who makes it a recipient if its hello asks for snapshots; null: nobody is one.</summary>
    internal Func<TickPlan, MessageRecipient?>? Recipients { get; init; }

    /// <summary>It has said hello, or needs not.</summary>
    public bool IsGreeted { get; private set; } = token is null;

    /// <summary>The peer is none of this run's.</summary>
    public bool IsRejected { get; private set; }

    /// <param name="message">What has arrived.</param>
    /// <param name="isReliable">How it came, and how snapshots are to go.</param>
    /// <returns>What to send back, by the transmission that the message came with; empty when it gets no
    /// answer.</returns>
    public ReadOnlySpan<byte> Answer(ReadOnlySpan<byte> message, bool isReliable = false)
    {
        if (token is not null && (!IsGreeted || message.Length == Token.HelloBytes && token.IsHello(message)))
            return Greeted(message);
        if (message.Length < Constants.MinBodyBytes && token is not null)
        {
            server.CountBadFrame();
            IsRejected = true;
            return default;
        }
        _messages.Add(1);
        _recipient?.Input(isReliable);
        return message;
    }

    private ReadOnlySpan<byte> Greeted(ReadOnlySpan<byte> message)
    {
        if (TickPlan.OfHello(token!, message) is { } asked)
            _recipient = Recipients?.Invoke(asked);
        IsGreeted = _recipient is not null || token!.IsHello(message);
        if (IsGreeted)
            return Token.Answer;
        server.CountRejected();
        IsRejected = true;
        return default;
    }

    public void Dispose()
    {
        _recipient?.Dispose();
        _recipient = null;
        server.Ended(_messages);
    }
}
