using Pingmark.Model;

namespace Pingmark.Sampling;

/// <param name="Managed">Whether the thread was in managed code. If not, it was in native code, perhaps in a system
/// call that waits.</param>
/// <param name="Frames">The names of the methods on the stack, the innermost first; none is empty.</param>
internal readonly record struct CpuSample(int Thread, bool Managed, IReadOnlyList<string> Frames);

/// <summary>Turns samples into shares of CPU time. Samplers of managed runtimes sample waiting threads, too, and a
/// stack that ends in recv may wait or spin. The kernel knows how long each thread ran. That time is distributed over
/// its samples: first over managed code and native calls, and what is left over calls that may wait. The other samples
/// are of threads that waited.</summary>
internal sealed class CpuProfile
{
    private const int MethodsShown = 15,
        TypesShown = 5;

    /// <summary>The smallest share that is listed.</summary>
    private const double SmallestShare = 0.001;

    /// <summary>The smallest share by which methods are ordered; those that cost less themselves are ordered by what
    /// they call.</summary>
    private const double SmallestOrderedShare = 0.005;

    /// <summary>The beginnings of the names of methods that may wait, in both runtimes.</summary>
    private static readonly string[] MayWait = "wait sleep park join poll epoll select accept read receive recv".Split(
        ' '
    );

    /// <summary>The fewest samples for which the standard error of a share, sqrt(p (1 - p) / n), is at most 5
    /// points.</summary>
    private const int EnoughSamples = 100;

    private readonly Dictionary<string, (double SelfNs, double TotalNs)> _methods = new(StringComparer.Ordinal);
    private readonly CallTree _calls = new();
    private double _cpuSamples;

    /// <param name="tickNs">The time between two samples of a thread, in ns.</param>
    public static SamplingSummary Summarize(IReadOnlyList<CpuSample> samples, SampledWindow window, double tickNs)
    {
        var profile = new CpuProfile();
        var sampled = samples.GroupBy(s => s.Thread).ToList();
        foreach (var thread in sampled)
            if (window.Threads.TryGetValue(thread.Key, out var time))
                profile.Share(thread.ToList(), time.CpuNs, window.DurationNs, tickNs);
        var cpuNs = Math.Max(1, window.Threads.Values.Sum(t => t.CpuNs));
        var cpuSamples = (long)Math.Round(profile._cpuSamples);
        var ids = sampled.Select(t => t.Key).ToHashSet();
        return new()
        {
            DurationNs = window.DurationNs,
            CpuNs = cpuNs,
            CpuSamples = cpuSamples,
            WaitingSamples = samples.Count - cpuSamples,
            TopMethods = Top(
                profile._methods.Select(m => new MethodShare(m.Key, m.Value.SelfNs / cpuNs, m.Value.TotalNs / cpuNs))
            ),
            Calls = profile._calls.Shares(cpuNs),
            RuntimeThreads = window
                .Threads.Where(t => !ids.Contains(t.Key))
                .GroupBy(t => t.Value.Name.TrimEnd("#0123456789".ToCharArray()))
                .Select(t => new ThreadShare(t.Key, (double)t.Sum(x => x.Value.CpuNs) / cpuNs))
                .Where(t => t.Share >= SmallestShare)
                .OrderByDescending(t => t.Share)
                .ToList(),
            Notes =
                cpuSamples < EnoughSamples
                    ? [$"Only {cpuSamples} CPU samples: the shares are rough. A longer trial has more."]
                    : [],
        };
    }

    private static List<MethodShare> Top(IEnumerable<MethodShare> methods) =>
        methods
            .Where(m => m.TotalShare >= SmallestShare)
            .OrderByDescending(m => Math.Max(m.SelfShare, SmallestOrderedShare))
            .ThenByDescending(m => m.TotalShare)
            .ThenBy(m => m.Method, StringComparer.Ordinal)
            .Take(MethodsShown)
            .ToList();

    /// <summary>The types of which most was allocated, with their shares of all bytes.</summary>
    public static List<TypeShare> TopTypes(IReadOnlyDictionary<string, long> bytesByType)
    {
        var all = Math.Max(1, bytesByType.Values.Sum());
        return bytesByType
            .OrderByDescending(type => type.Value)
            .Take(TypesShown)
            .Select(type => new TypeShare(type.Key, (double)type.Value / all))
            .ToList();
    }

    private void Share(List<CpuSample> samples, long cpuNs, long wallNs, double tickNs)
    {
        var managed = samples.Where(s => s.Managed).ToList();
        var native = samples.Where(s => !s.Managed).ToList();
        var busy = native.Where(s => !Waits(s)).ToList();
        var waits = native.Where(Waits).ToList();
        // A sampler may visit native threads less often than managed ones: each native sample stands for its part of
        // the time outside managed code.
        var nativeTickNs = Math.Max(tickNs, (wallNs - managed.Count * tickNs) / Math.Max(1, native.Count));
        var activeNs = managed.Count * tickNs + busy.Count * nativeTickNs;
        // A thread that could go on and had to wait for a core was active for longer than it ran.
        var ran =
            activeNs == 0 ? 0
            : waits.Count == 0 ? cpuNs / activeNs
            : Math.Min(1, cpuNs / activeNs);
        Add(managed, ran * managed.Count * tickNs, tickNs);
        Add(busy, ran * busy.Count * nativeTickNs, nativeTickNs);
        // Exactly nothing is left where what was active explains all: no rest of rounding.
        Add(waits, waits.Count == 0 ? 0 : Math.Max(0, cpuNs - activeNs), nativeTickNs);
    }

    private void Add(List<CpuSample> samples, double cpuNs, double tickNs)
    {
        _cpuSamples += Math.Min(samples.Count, cpuNs / tickNs);
        var each = cpuNs / Math.Max(1, samples.Count);
        foreach (var sample in samples)
        {
            Add(sample.Frames[0], each, 0);
            _calls.Add(sample.Frames, each);
            // Once each: a recursive method is on the stack several times.
            foreach (var method in sample.Frames.Distinct())
                Add(method, 0, each);
        }
    }

    private void Add(string method, double selfNs, double totalNs)
    {
        var sum = _methods.GetValueOrDefault(method);
        _methods[method] = (sum.SelfNs + selfNs, sum.TotalNs + totalNs);
    }

    private static bool Waits(CpuSample sample)
    {
        var method = sample.Frames[0][(sample.Frames[0].LastIndexOf('.') + 1)..];
        return MayWait.Any(word => method.StartsWith(word, StringComparison.OrdinalIgnoreCase));
    }
}

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
