using System.Collections.Immutable;

namespace Pingmark.Model.Loads;

/// <summary>A load, <c>test</c> in suites: which messages a client sends when. Other code asks for its properties,
/// never for which load it is. The defaults are those of a closed loop, also for a load that this version doesn't
/// know.</summary>
/// <param name="name">The value of <c>test</c>, and the name by which workers know it.</param>
/// <param name="meaning">What it does, for help and documentation; empty where the name says it.</param>
public class Load(string name, string meaning = "")
{
    /// <summary>How many bytes the buffers of a connection hold while nobody reads.</summary>
    public const int MaxUnreadBytes = 262_144;

    public string Name => name;
    public string Meaning => meaning;

    /// <summary>The number without which there is no such load; null where it needs none.</summary>
    public virtual LoadNumber? RequiredNumber => null;

    /// <summary>The numbers that it reads.</summary>
    public virtual IReadOnlyList<LoadNumber> Numbers => RequiredNumber is { } needed ? [needed] : [];

    /// <summary>Whether messages have no answers: the server counts them.</summary>
    public virtual bool IsOneWay => false;

    /// <summary>Whether each message has a connection of its own.</summary>
    public virtual bool ConnectsForEach => false;

    /// <summary>Whether its server sends snapshots unasked, beside the answers.</summary>
    public virtual bool HasSnapshots => false;

    /// <summary>Whether clients are connected for it alone, and can make no other.</summary>
    public bool NeedsOwnConnections => IsOneWay || ConnectsForEach || HasSnapshots;

    /// <summary>Whether messages may be asked for at a rate.</summary>
    public virtual bool SupportsRate => false;

    /// <summary>Whether messages may go at the times of a recording.</summary>
    public virtual bool SupportsReplay => false;

    /// <summary>What a rate is of, for its help; null where it is of messages, as the name says.</summary>
    public virtual string? RateMeaning => null;

    /// <summary>Whether its messages may be requests to servers that don't echo.</summary>
    public virtual bool CanAsk => false;

    /// <summary>Whether round trips may be measured in laps.</summary>
    public virtual bool SupportsLaps => false;

    /// <summary>Whether one thread can do it for both sides; in any other it would wait for itself.</summary>
    public virtual bool FitsOneThread => false;

    /// <summary>What clients can't do that can't make it.</summary>
    public virtual string Ability => $"do test: {name}";

    /// <summary>Who can make it, or take it, where a stack can't.</summary>
    public virtual string Alternative => "choose another client";

    /// <summary>The server that it needs, and which suite has one; null where any that echoes will do.</summary>
    public virtual string? RequiredServer => null;

    /// <summary>The name of the load that a client is asked for.</summary>
    public virtual string NameFor(Scenario scenario) => name;

    /// <summary>The messages in flight that follow from the scenario; null if they are asked for, or 1.</summary>
    public virtual int? InFlight(Scenario scenario) => null;

    /// <summary>The messages a second where no rate is asked for; null: as many as the answers allow.</summary>
    public virtual int? DefaultRatePerS(Scenario scenario) => null;

    /// <summary>How many messages are under way on each connection at any time, at least.</summary>
    public virtual int MinInFlight(Scenario scenario) => scenario.InFlight;

    /// <summary>What in its scenario contradicts itself, with the key to look at; null where nothing does.</summary>
    public virtual (string Key, string Text)? Problem(Scenario scenario) => null;
}

/// <summary>A number that a load reads: a key in suites, and a field of requests and files.</summary>
/// <param name="Key">Its key in suites, and the name of its field unless that is another.</param>
public sealed record LoadNumber(string Key, int Least, int Most)
{
    /// <summary>Its name in requests, in files and in results.csv.</summary>
    public string Field { get; init; } = Key;

    /// <summary>Its description for the documentation and for help, in one line.</summary>
    public required string Meaning { get; init; }

    /// <summary>What stands before it in the ids of cells.</summary>
    public required string IdLetter { get; init; }

    /// <summary>Whether it is a size in bytes.</summary>
    public bool IsBytes { get; init; }

    /// <summary>Whether workers are told it when they connect, and not with each measurement.</summary>
    public bool IsSentAtConnect { get; init; }

    /// <summary>The value where none is given; null: there is none.</summary>
    public int? Default { get; init; }
}

/// <summary>The values of those numbers of loads that a scenario has; equal where all of them are.</summary>
internal sealed class LoadNumbers : IEquatable<LoadNumbers>
{
    private readonly ImmutableSortedDictionary<string, int> _values;

    private LoadNumbers(ImmutableSortedDictionary<string, int> values) => _values = values;

    public static LoadNumbers None { get; } =
        new(ImmutableSortedDictionary.Create<string, int>(StringComparer.Ordinal));

    /// <summary>The value; null where there is none.</summary>
    public int? this[LoadNumber number] => _values.TryGetValue(number.Key, out var value) ? value : null;

    public LoadNumbers With(LoadNumber number, int? value) =>
        new(value is { } given ? _values.SetItem(number.Key, given) : _values.Remove(number.Key));

    public bool Equals(LoadNumbers? other) => other is not null && _values.SequenceEqual(other._values);

    public override bool Equals(object? obj) => Equals(obj as LoadNumbers);

    public override int GetHashCode() => _values.Aggregate(0, (hash, value) => HashCode.Combine(hash, value));
}
