namespace Pingmark.Model.Loads;

/// <summary>Each message is sent by two calls, and its answer is awaited.</summary>
public sealed class WriteWriteReadLoad() : Load("write-write-read", "each message by two calls (streams only)")
{
    public override string Ability => $"send a message by two calls, as test: {Name} asks";
    public override string Alternative => "a datagram goes whole; streams can";
}
