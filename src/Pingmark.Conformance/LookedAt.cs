namespace Pingmark.Conformance;

/// <summary>A worker with the stacks that are looked at, and which cases are tried with whom: what workers of a
/// language have in common is tried with the one of them that has most stacks, where all of its stacks are looked
/// at.</summary>
/// <param name="Took">To start it and to be told.</param>
internal sealed record LookedAt(ConformanceTarget Target, IReadOnlyList<StackFacts> Stacks, TimeSpan Took)
{
    /// <summary>Where a case of the worker as such needs a stack: one of an IP address, if there is one.</summary>
    public StackFacts? ForWorker => Stacks.FirstOrDefault(stack => !stack.IsLocal) ?? Stacks.FirstOrDefault();

    public IReadOnlyList<ConformanceCase> CasesOfWorker(
        IEnumerable<ConformanceCase> cases,
        IEnumerable<LookedAt> all
    ) =>
        Target.Whole && !(Stacks.Count > 0 && all.Any(other => other.StandsFor(this)))
            ? [.. cases.Where(one => one.Subject == Subject.Worker)]
            : [];

    public IReadOnlyList<ConformanceCase> CasesOf(
        StackFacts stack,
        IEnumerable<ConformanceCase> cases,
        IEnumerable<LookedAt> all
    )
    {
        var before = Target.Whole
            ? all.Where(other => other.StandsFor(this))
                .SelectMany(other => other.Stacks)
                .Concat(Stacks.TakeWhile(other => other != stack))
                .ToList()
            : [];
        return [.. cases.Where(one => one.AppliesTo(stack) && !one.IsShownBy(before, stack))];
    }

    private bool StandsFor(LookedAt other) =>
        Target.Whole
        && Target.Kit == other.Target.Kit
        && (Stacks.Count, other.Target.Name).CompareTo((other.Stacks.Count, Target.Name)) > 0;
}
