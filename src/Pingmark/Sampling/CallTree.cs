using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>Adds up CPU time by the calls that it was used in, from the outermost method inwards.</summary>
internal sealed class CallTree
{
    /// <summary>The smallest share that is listed; less than a hundredth can't be seen.</summary>
    private const double SmallestShare = 0.01;
    private const int Deepest = 40,
        MostCalls = 300;

    private readonly Dictionary<string, CallTree> _calls = new(StringComparer.Ordinal);
    private double _ns;

    /// <param name="frames">The methods on the stack, the innermost first.</param>
    public void Add(IReadOnlyList<string> frames, double ns)
    {
        var at = this;
        foreach (var method in frames.Reverse().Take(Deepest))
        {
            if (!at._calls.TryGetValue(method, out var called))
                at._calls[method] = called = new();
            at = called;
            at._ns += ns;
        }
    }

    /// <summary>The calls with their shares, each after its caller; those of one caller begin with the
    /// costliest.</summary>
    public IReadOnlyList<CallShare> Shares(double allNs) => Below(0, allNs).Take(MostCalls).ToList();

    private IEnumerable<CallShare> Below(int depth, double allNs) =>
        from call in _calls.OrderByDescending(c => c.Value._ns).ThenBy(c => c.Key, StringComparer.Ordinal)
        where call.Value._ns / allNs >= SmallestShare
        from share in call.Value.Below(depth + 1, allNs).Prepend(new(call.Key, depth, call.Value._ns / allNs))
        select share;
}
