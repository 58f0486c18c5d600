namespace Pingmark.Worker.Kit;

/// <summary>
/// The sample of each sequence number. All of one text length are serialized to as many bytes: numbers have as many
/// digits. Texts are made before, so that a message costs what its library does.
/// </summary>
internal sealed class Samples
{
    public const int Quantity = 100;

    /// <summary>As many digits, of which protobuf makes one byte more: there no text alone fills every
    /// length.</summary>
    public const int LargeQuantity = 200;

    private const long FirstSequence = 10_000_000_000;
    private const double FirstPrice = 1000.125;
    private const uint Prices = 512;
    private const uint Texts = 16;
    private const string Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static readonly string[] Symbols = ["EURUSD", "GBPCHF", "USDJPY", "AUDNZD"];

    private readonly int _firstQuantity;
    private readonly string[] _texts = new string[Texts];

    public Samples(int firstQuantity, int textLength)
    {
        _firstQuantity = firstQuantity;
        var random = new SplitMix64(0);
        for (var n = 0; n < Texts; n++)
        {
            var text = new char[textLength];
            foreach (ref var letter in text.AsSpan())
                letter = Letters[(int)(random.Next() % (ulong)Letters.Length)];
            _texts[n] = new string(text);
        }
    }

    public Sample Of(uint sequence) =>
        new()
        {
            Sequence = FirstSequence + sequence,
            Price = FirstPrice + sequence % Prices,
            Quantity = _firstQuantity + (int)(sequence % Texts),
            Symbol = Symbols[sequence % Symbols.Length],
            Text = _texts[sequence % Texts],
        };
}
