using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What clients counted, by the rows of <see cref="Counter"/>. A counter that code reads by name has a
/// property here; one that is only shown needs none.</summary>
public abstract record ClientCounts
{
    /// <summary>The known counts. It is set anew only while a file is read.</summary>
    [JsonIgnore]
    public ImmutableDictionary<Counter, long> Counts { get; internal set; } = ImmutableDictionary<Counter, long>.Empty;

    public long? Known(Counter counter) => Counts.TryGetValue(counter, out var value) ? value : null;

    /// <summary>The count as reports show it: null where it has no meaning in the scenario, 0 where no client told
    /// it.</summary>
    public long? Reported(Counter counter) => counter.IsMeantIn is null ? this[counter] : Known(counter);

    /// <summary>The count; 0 where it is not known.</summary>
    public long this[Counter counter] => Counts.GetValueOrDefault(counter);

    [JsonIgnore]
    public long Sent
    {
        get => this[Counter.Sent];
        init => Counts = Counts.SetItem(Counter.Sent, value);
    }

    [JsonIgnore]
    public long Received
    {
        get => this[Counter.Received];
        init => Counts = Counts.SetItem(Counter.Received, value);
    }

    [JsonIgnore]
    public long Lost
    {
        get => this[Counter.Lost];
        init => Counts = Counts.SetItem(Counter.Lost, value);
    }

    [JsonIgnore]
    public long Late
    {
        get => this[Counter.Late];
        init => Counts = Counts.SetItem(Counter.Late, value);
    }

    [JsonIgnore]
    public long Duplicated
    {
        get => this[Counter.Duplicated];
        init => Counts = Counts.SetItem(Counter.Duplicated, value);
    }

    [JsonIgnore]
    public long Reordered
    {
        get => this[Counter.Reordered];
        init => Counts = Counts.SetItem(Counter.Reordered, value);
    }

    [JsonIgnore]
    public long Corrupt
    {
        get => this[Counter.Corrupt];
        init => Counts = Counts.SetItem(Counter.Corrupt, value);
    }

    [JsonIgnore]
    public long SilentConnections
    {
        get => this[Counter.SilentConnections];
        init => Counts = Counts.SetItem(Counter.SilentConnections, value);
    }

    [JsonIgnore]
    public long Unsent
    {
        get => this[Counter.Unsent];
        init => Counts = Counts.SetItem(Counter.Unsent, value);
    }

    [JsonIgnore]
    public long Answered
    {
        get => this[Counter.Answered];
        init => Counts = Counts.SetItem(Counter.Answered, value);
    }

    [JsonIgnore]
    public long RttSumNs
    {
        get => this[Counter.RttSumNs];
        init => Counts = Counts.SetItem(Counter.RttSumNs, value);
    }

    /// <summary>Adds up what several clients or several windows counted, by the rule of each row.</summary>
    /// <param name="areWindows">True: the parts are windows of one client, one after the other. False: they are clients
    /// that ran beside one another.</param>
    public static ImmutableDictionary<Counter, long> AddUp(IReadOnlyCollection<ClientCounts> parts, bool areWindows) =>
        (
            from counter in Counter.All
            let told = parts.Where(part => part.Counts.ContainsKey(counter)).Select(part => part[counter]).ToList()
            where told.Count > 0
            select KeyValuePair.Create(counter, counter.AddUp(told, areWindows))
        ).ToImmutableDictionary();
}
