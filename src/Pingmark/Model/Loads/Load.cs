namespace Pingmark.Model.Loads;

/// <summary>What a scenario's <c>test</c> asks for: which messages a client sends when. All that the controller knows
/// of a load is stated here and in the load's own file; everybody else asks for the property that matters to it, and
/// never which load it is. What is not overridden holds for a closed loop, and for a load of a recorded run that this
/// version does not know.</summary>
/// <param name="name">The value of <c>test</c>, and the name by which workers know it.</param>
/// <param name="meaning">What it does, for help and documentation; empty where the name says it.</param>
public class Load(string name, string meaning = "")
{
    /// <summary>How many bytes the buffers of a connection hold while nobody reads.</summary>
    public const int MostUnreadBytes = 262_144;

    public string Name => name;
    public string Meaning => meaning;

    /// <summary>The number without which there is no such load; null where it needs none.</summary>
    public virtual LoadNumber? Needed => null;

    /// <summary>The numbers that it reads.</summary>
    public virtual IReadOnlyList<LoadNumber> Numbers => Needed is { } needed ? [needed] : [];

    /// <summary>Whether messages have no answers: the server counts them.</summary>
    public virtual bool IsOneWay => false;

    /// <summary>Whether each message has a connection of its own.</summary>
    public virtual bool ConnectsForEach => false;

    /// <summary>Whether its server sends snapshots unasked, beside the answers.</summary>
    public virtual bool HasSnapshots => false;

    /// <summary>Whether clients are connected for it alone, and can make no other.</summary>
    public bool IsOfConnection => IsOneWay || ConnectsForEach || HasSnapshots;

    /// <summary>Whether messages may be asked for at a rate.</summary>
    public virtual bool MayHaveRate => false;

    /// <summary>Whether messages may go at the times of a recording.</summary>
    public virtual bool MayBeReplayed => false;

    /// <summary>What a rate is of, for its help; null where it is of messages, as the name says.</summary>
    public virtual string? MeaningOfRate => null;

    /// <summary>Whether round trips may be measured in laps.</summary>
    public virtual bool MayHaveLaps => false;

    /// <summary>Whether one thread can do it for both sides; in any other it would wait for itself.</summary>
    public virtual bool FitsOneThread => false;

    /// <summary>What clients can't do that can't make it.</summary>
    public virtual string Ability => $"do test: {name}";

    /// <summary>Who can make it, or take it, where a stack can't.</summary>
    public virtual string WhoCan => "choose another client";

    /// <summary>The server that it needs, and which suite has one; null where any that echoes will do.</summary>
    public virtual string? NeededServer => null;

    /// <summary>The name of the load that a client is asked for.</summary>
    public virtual string NameFor(Scenario scenario) => name;

    /// <summary>How many messages are in flight on each connection as the rest of the scenario decides it; null where
    /// the number is asked for, or 1.</summary>
    public virtual int? InFlight(Scenario scenario) => null;

    /// <summary>The messages a second where no rate is asked for; null: as many as the answers allow.</summary>
    public virtual int? UsualRatePerS(Scenario scenario) => null;

    /// <summary>How many messages are under way on each connection at any time, at least.</summary>
    public virtual int FewestUnderWay(Scenario scenario) => scenario.InFlight;

    /// <summary>What in its scenario contradicts itself, with the key to look at; null where nothing does.</summary>
    public virtual (string Key, string Text)? Problem(Scenario scenario) => null;
}
