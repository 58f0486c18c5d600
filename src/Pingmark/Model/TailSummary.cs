namespace Pingmark.Model;

/// <summary>Why the slowest messages of a cell were slow, over its trials whose events were watched.</summary>
/// <param name="Beyond">Messages beyond the p99.9 of their continuous window.</param>
/// <param name="Known">How many of these the client kept, so that they can be explained; it keeps the slowest.</param>
/// <param name="Unexplained">How many of the known ones nothing explains that was watched.</param>
/// <param name="ByChance">How many of the known ones would look explained if all had happened at random times.</param>
/// <param name="Causes">What explains the others, most messages first.</param>
/// <param name="NotObserved">What was not watched, and why.</param>
/// <param name="ObserverCores">The CPU time of watching, in cores.</param>
public sealed record TailSummary(
    long Beyond,
    long Known,
    long Unexplained,
    double ByChance,
    IReadOnlyList<TailCause> Causes,
    IReadOnlyList<string> NotObserved,
    double? ObserverCores
);

/// <param name="Kind">The key of the kind of event.</param>
/// <param name="Side">Whose it is.</param>
/// <param name="Messages">How many messages it explains.</param>
/// <param name="Events">How many events these were in.</param>
/// <param name="ShortestNs">The shortest of these events; null where the kind has no length.</param>
/// <param name="ByChance">How many messages it would explain at random times.</param>
/// <param name="Words">What these events were, most often first; three at most.</param>
public sealed record TailCause(
    string Kind,
    string Side,
    long Messages,
    long Events,
    long? ShortestNs,
    long? LongestNs,
    double ByChance,
    IReadOnlyList<string> Words
);
