using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>CPU time by the calls that it went to, from the outermost method inwards.</summary>
internal sealed class CallTree
{
    /// <summary>Less than a hundredth can't be seen.</summary>
    private const double SmallestShare = 0.01;
    private const int Deepest = 40,
        MostCalls = 300;

    private readonly Dictionary<string, CallTree> _calls = new(StringComparer.Ordinal);
    private double _ns;

    /// <param name="frames">The innermost first.</param>
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

    /// <summary>Each call after its caller, the costliest of a caller first.</summary>
    public IReadOnlyList<CallShare> Shares(double allNs) => Below(0, allNs).Take(MostCalls).ToList();

    private IEnumerable<CallShare> Below(int depth, double allNs) =>
        from call in _calls.OrderByDescending(c => c.Value._ns).ThenBy(c => c.Key, StringComparer.Ordinal)
        where call.Value._ns / allNs >= SmallestShare
        from share in call.Value.Below(depth + 1, allNs).Prepend(new(call.Key, depth, call.Value._ns / allNs))
        select share;
}
