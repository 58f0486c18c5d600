using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

/// <summary>What all generations of a cell's search have in common: its answers so far.</summary>
internal sealed class CellSearch(Cell cell, CapacityPlan plan)
{
    private readonly List<IReadOnlyList<LoadAnswer>> _earlier = [];
    private List<LoadAnswer> _current = [];

    public Cell Cell => cell;
    public OfferedLoad Load { get; } = new(plan.Settings, cell.Scenario);

    /// <summary>What may be offered, with the first guess.</summary>
    public LoadLimits Limits { get; private set; } =
        new(plan.LeastLoad, plan.MostLoad, Math.Max(plan.LeastLoad, DefaultGuess))
        {
            IsWhole = plan.Settings.Kind != CapacityKind.Rate,
        };

    /// <summary>The first guess where no closed loop tells one: connections or players.</summary>
    private const double DefaultGuess = 100;

    /// <summary>Whether the cell is out of the search, for it failed, or its outcome will not change.</summary>
    public bool IsOver { get; private set; }

    public bool IsFirstGeneration => _earlier.Count == 0;

    public LoadEstimate Estimate => LoadEstimate.FromAnswers(Limits, [.. _earlier, _current]);

    public double Guess => Estimate.Capacity?.Value ?? Limits.Start;

    public double HighestMet =>
        _earlier
            .SelectMany(one => one)
            .Concat(_current)
            .Where(answer => answer.IsMet)
            .Select(answer => answer.Load)
            .DefaultIfEmpty()
            .Max();

    public void Start(double guess) => Limits = Limits with { Start = Limits.Fit(guess) };

    public double? Next() => LoadSearch.Next(Limits, _earlier, _current);

    public void Add(LoadAnswer answer) => _current.Add(answer);

    public void Fail() => IsOver = true;

    /// <summary>Ends a generation. Two without a capacity and with the same outcome end the search.</summary>
    public void EndGeneration()
    {
        if (_current.Count > 0)
            _earlier.Add(_current);
        _current = [];
        IsOver |=
            _earlier.Count >= 2
            && Estimate.Outcome
                is CapacityOutcome.IdleMisses
                    or CapacityOutcome.NoLoadMisses
                    or CapacityOutcome.BeyondClient;
    }
}
