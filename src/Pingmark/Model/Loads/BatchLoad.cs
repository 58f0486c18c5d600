namespace Pingmark.Model.Loads;

/// <summary>Messages are sent together, and the next ones when all their answers have come.</summary>
public sealed class BatchLoad() : Load("batch", "messages by one call and then all answers")
{
    public static readonly LoadNumber Messages = new("batch", 1, Scenario.MaxInFlight)
    {
        Meaning =
            "of `test: batch`: messages that go together, the next ones when all are answered; of `test: stream`: "
            + "messages by one call (default 1)",
        IdLetter = "b",
    };

    /// <summary>The most bytes in flight on one connection; stacks with blocking sends have less.</summary>
    private const int MostInFlightBytes = 16 << 20;

    public override LoadNumber RequiredNumber => Messages;
    public override bool FitsOneThread => true;
    public override bool CanAsk => true;

    public override int? InFlight(Scenario scenario) => scenario[Messages];

    /// <summary>The last answer is waited for.</summary>
    public override int MinInFlight(Scenario scenario) => 1;

    public override (string Key, string Text)? Problem(Scenario scenario) =>
        (long)scenario.InFlight * scenario.MessageBytes > MostInFlightBytes
            ? (
                Messages.Key,
                $"batch {scenario.InFlight} of {scenario.MessageBytes} B is more than any stack may have in flight; "
                    + $"{MostInFlightBytes / scenario.MessageBytes} is the most"
            )
            : null;
}
