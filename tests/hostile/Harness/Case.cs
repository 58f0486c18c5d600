namespace Pingmark.Hostile.Tests.Harness;

/// <summary>One made-up input. Everything about it follows from its seed, and from what it is for.</summary>
internal sealed class Case(int seed, string purpose = "")
{
    private readonly List<string> _made = [];

    public int Seed { get; } = seed;

    public Random Random { get; } = new(purpose.Aggregate(seed, (number, letter) => unchecked(31 * number + letter)));

    /// <summary>What was made up, for the message of a failure.</summary>
    public string Made => string.Join('\n', _made);

    /// <summary>Keeps what was made up, for the message of a failure.</summary>
    public string Keep(string text)
    {
        _made.Add(text);
        return text;
    }

    public T One<T>(IReadOnlyList<T> of) => of[Random.Next(of.Count)];

    /// <summary>True in so many of a hundred cases.</summary>
    public bool InPercent(int percent) => Random.Next(100) < percent;
}
