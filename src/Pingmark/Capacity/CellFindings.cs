using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

internal sealed class CellFindings
{
    private readonly CapacityPlan _plan;
    private readonly IReadOnlyList<CapacityStep> _windows;
    private readonly IReadOnlyList<CapacityStep> _steps;
    private readonly IReadOnlyList<int> _generations;
    private readonly LoadEstimate _estimate;
    private readonly WindowJudge _judge;

    public CellFindings(CapacityPlan plan, Cell cell, IReadOnlyList<CapacityStep> steps)
    {
        (_plan, Cell, _steps) = (plan, cell, steps);
        _judge = new(plan.Settings);
        _windows = [.. steps.Where(step => step.Counts)];
        _generations = [.. _windows.Select(step => step.Generation).Distinct().Order()];
        _estimate = LoadEstimate.FromAnswers(
            new(plan.LeastLoad, plan.MostLoad, plan.LeastLoad),
            [
                .. _generations.Select(generation =>
                    _windows.Where(step => step.Generation == generation).Select(step => _judge.Answer(step)!).ToList()
                ),
            ]
        );
    }

    public Cell Cell { get; }

    public CellCapacity Capacity
    {
        get
        {
            var failed = _steps.FirstOrDefault(step => step.Status != CellStatus.Ok);
            var outcome = failed is null ? _estimate.Outcome : CapacityOutcome.Failed;
            var capacity = _estimate.Capacity;
            var curve = CapacityCurve.Points(_windows, _plan.Settings.Kind, capacity?.Value);
            var cores = ServerCores;
            var missed = _windows.Where(step => !step.IsMet && step.ClientBound is null).ToList();
            var lowestMissed = missed.MinBy(step => step.Offered);
            var last = _windows.LastOrDefault(step => step.Window!.ServerBytesPerConnection is not null)?.Window;
            return new()
            {
                Id = Cell.Id,
                Label = Cell.Label,
                Stack = Cell.Stack,
                Client = Cell.Client,
                Scenario = Cell.Scenario,
                Outcome = outcome,
                Reason = ReasonFor(outcome, failed?.Reason),
                Capacity = capacity,
                HighestMet = HighestMet(lowestMissed?.Offered),
                LowestMissed = lowestMissed?.Offered,
                PerCore = cores is { } count && capacity is not null ? PerCore(capacity, count) : null,
                ServerCores = cores,
                LimitedBy = Limiting(capacity?.Value, missed),
                Generations = _generations
                    .Zip(_estimate.Crossings)
                    .Select(one => new GenerationCapacity(
                        one.First,
                        one.Second,
                        _windows.Count(step => step.Generation == one.First)
                    ))
                    .ToList(),
                Curve = curve,
                Knee = CapacityCurve.Knee(curve),
                At = capacity is null ? [] : CapacityCurve.At(curve, capacity.Value),
                ServerBytesPerConnection = last?.ServerBytesPerConnection,
                ClientBytesPerConnection = last?.ClientBytesPerConnection,
                Windows = _windows.Count,
                Versions =
                    _steps.FirstOrDefault(step => step.Versions.Count > 0)?.Versions
                    ?? new Dictionary<string, string>(),
            };
        }
    }

    /// <summary>How far from the capacity, as a factor, a window is that should not say the opposite of it.</summary>
    private const double ClearDistance = 1.3;

    public IReadOnlyList<Note> Notes
    {
        get
        {
            var far = _estimate.Capacity is { Value: var capacity }
                ? _windows
                    .Where(step => step.ClientBound is null)
                    .Where(step => step.Offered < capacity / ClearDistance || step.Offered > capacity * ClearDistance)
                    .ToList()
                : [];
            return new SearchedCell(
                Cell.Id,
                _windows.Count,
                _steps.Count(step => step is { IsCrowded: true, IsReplaced: false }),
                far.Count,
                far.Count(step => step.IsMet == step.Offered > _estimate.Capacity!.Value)
            )
            {
                Throttling = Throttling,
            }.Judge();
        }
    }

    private Throttling? Throttling => Throttling.Sum(_steps.Select(step => step.Window?.Host?.Throttling));

    /// <summary>The reason of the outcome, and a quota that was felt beside it.</summary>
    private string ReasonFor(CapacityOutcome outcome, string? failure)
    {
        var reason = OutcomeReason.Describe(_plan, outcome, failure, _windows, _generations.Count);
        return reason.Length > 0 && Throttling?.Sentence is { } throttled
            ? $"{reason.TrimEnd('.')}; {throttled.Text}."
            : reason;
    }

    /// <summary>The ratios of the capacities of those generations in which both have one.</summary>
    public static IReadOnlyList<double> Ratios(CellFindings a, CellFindings b) =>
        (
            from one in a._generations.Zip(a._estimate.Crossings)
            join other in b._generations.Zip(b._estimate.Crossings) on one.First equals other.First
            let ratio = one.Second / other.Second
            where ratio is not null
            select ratio.Value
        ).ToList();

    private double? HighestMet(double? lowestMissed) =>
        _windows
            .Where(step => step.IsMet && (lowestMissed is null || step.Offered < lowestMissed))
            .Select(step => (double?)step.Offered)
            .Max();

    private static Estimate PerCore(Estimate all, int cores) =>
        new(all.Value / cores, all.CiLow / cores, all.CiHigh / cores);

    /// <summary>The number of cores that the server is pinned to; null where it has all, or unknown.</summary>
    private int? ServerCores =>
        _windows.FirstOrDefault(step => step.ServerCpus.Length > 0) is { } step
        && CoreList.Parse(step.ServerCpus).Count is var count
        && count < _plan.Machine.Cores
            ? count
            : null;

    /// <summary>The objective that most windows near the capacity missed; where that is not known, of all.</summary>
    private string? Limiting(double? capacity, List<CapacityStep> missed)
    {
        var near = missed
            .Where(step => capacity is { } value && Math.Abs(Math.Log(step.Offered / value)) < 0.2)
            .ToList();
        return (near.Count > 0 ? near : missed)
            .Select(step => _judge.Worst(step.Window!)?.Text)
            .OfType<string>()
            .GroupBy(text => text)
            .MaxBy(same => same.Count())
            ?.Key;
    }
}
