namespace Pingmark.Model.Loads;

/// <summary>Several messages are sent before the first answer is awaited; then a closed loop begins.</summary>
public sealed class PrefloodLoad() : Load("preflood", "messages before the first answer is awaited")
{
    public static readonly LoadNumber Messages = new("preflood", 0, Scenario.MaxInFlight - 1)
    {
        Meaning = "of `test: preflood`: messages sent one by one before the closed loop begins",
        IdLetter = "n",
    };

    public override LoadNumber RequiredNumber => Messages;

    public override int? InFlight(Scenario scenario) => scenario[Messages] + 1;

    public override (string Key, string Text)? Problem(Scenario scenario)
    {
        var bytes = Math.Min(MaxUnreadBytes, scenario.Socket.SendBufferBytes ?? MaxUnreadBytes);
        return (long)scenario.InFlight * scenario.MessageBytes > bytes
            ? (
                Messages.Key,
                $"preflood {scenario[Messages]} of {scenario.MessageBytes} B is more than the buffers of a connection "
                    + $"hold while nobody reads; {bytes / scenario.MessageBytes - 1} is the most"
            )
            : null;
    }
}
