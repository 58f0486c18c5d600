namespace Pingmark.Statistics;

/// <summary>What a window said of one load.</summary>
/// <param name="Load">The offered load, above 0.</param>
/// <param name="Margin">How far the worst objective is beyond its limit, as a logarithm: 0 at the limit, below 0 where
/// all are met, infinite where more was not answered than the objective leaves out.</param>
/// <param name="IsClientBound">Whether the client did not keep up, so that nothing is said of the server.</param>
public sealed record LoadAnswer(double Load, double Margin, bool IsClientBound = false)
{
    /// <summary>The margin from which on more makes no difference: a factor of 4. Round trips of an overload grow for
    /// as long as it lasts, and would outweigh all others.</summary>
    internal static readonly double Most = Math.Log(4);

    /// <summary>The excess from which on more makes no difference.</summary>
    internal const double MostExcess = 20;

    /// <summary>The share of the values beyond the limit, as a multiple of the share that may be: 1 at the limit. Where
    /// the objective is a share itself its margin tells it.</summary>
    public double Excess
    {
        get;
        init => field = Math.Clamp(value, 0, MostExcess);
    } = Math.Min(MostExcess, Math.Exp(Margin));

    /// <summary>The limit as a share of the window's length; 0 where the objective limits no time. A server that is
    /// overloaded by less than about this answers later and later, and the window ends before it is too late.</summary>
    public double Unseen { get; init; }

    public double Log => Math.Log(Load);
    public bool IsMet => Margin <= 0 && !IsClientBound;
    public bool IsMissed => Margin > 0 && !IsClientBound;
    internal double Clipped => Math.Clamp(Margin, -Most, Most);
}

/// <summary>The loads that a search may offer.</summary>
/// <param name="Start">A guess of the capacity.</param>
public sealed record LoadLimits(double Least, double Most, double Start)
{
    /// <summary>Whether loads are whole numbers, as connections are.</summary>
    public bool IsWhole { get; init; }

    /// <summary>A load that may be offered.</summary>
    public double Fit(double load)
    {
        var within = Math.Clamp(load, Least, Most);
        return IsWhole ? Math.Round(within) : within;
    }
}
