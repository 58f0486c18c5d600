using System.Collections.Immutable;

namespace Pingmark.Model.Loads;

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
