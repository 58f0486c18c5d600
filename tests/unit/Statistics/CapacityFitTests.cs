using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class CapacityFitTests
{
    /// <summary>Answers on a line that crosses the limit at 1000, some of them wrong by the given errors.</summary>
    private static List<LoadAnswer> Line(double slope, params (double Load, double Error)[] loads) =>
        [.. loads.Select(one => new LoadAnswer(one.Load, slope * Math.Log(one.Load / 1000) + one.Error))];

    [Fact]
    public void Points_on_a_line_cross_where_it_does()
    {
        var fit = CapacityFit.Fit([Line(15, (900, 0), (950, 0), (1050, 0), (1100, 0))])!;
        Assert.InRange(Math.Exp(fit.Log), 990, 1010);
        Assert.InRange(fit.Slope, 11, 20);
    }

    [Fact]
    public void Each_generation_has_its_own_crossing()
    {
        var slower = Line(15, (950, 0.75), (1000, 0.75), (1050, 0.75));
        var fit = CapacityFit.Fit([Line(15, (950, 0), (1000, 0), (1050, 0)), slower])!;
        Assert.InRange(Math.Exp(fit.Crossings[0]!.Value - fit.Crossings[1]!.Value), 1.03, 1.08);
    }

    [Fact]
    public void What_never_crosses_has_no_fit()
    {
        Assert.Null(CapacityFit.Fit([Line(5, (100, 0), (200, 0), (400, 0))]));
        Assert.Null(
            CapacityFit.Fit([
                [new(100, double.PositiveInfinity), new(50, 2)],
            ])
        );
        Assert.Null(
            CapacityFit.Fit([
                [],
            ])
        );
    }

    [Fact]
    public void An_overload_without_end_counts_as_much_as_a_large_one()
    {
        var all = Line(5, (950, 0), (1000, 0), (1050, 0));
        var near = CapacityFit.Fit([
            [.. all, new(1080, double.PositiveInfinity)],
        ])!;
        Assert.InRange(Math.Exp(near.Log), 930, 1010);
    }

    /// <summary>A queue near saturation has few long bursts: most windows have none, and one makes up for
    /// them.</summary>
    [Fact]
    public void Shares_are_averaged_and_not_percentiles()
    {
        double[] excesses = [0, 4, 0, 0, 0, 0, 4, 0];
        var answers = excesses.Select(one => new LoadAnswer(1000, one > 1 ? 0.3 : -0.3) { Excess = one }).ToList();
        List<LoadAnswer> others = [new(800, -0.5) { Excess = 0 }, new(1250, 1) { Excess = 20 }];
        var fit = CapacityFit.Fit([
            [.. answers, .. others],
        ])!;
        Assert.InRange(Math.Exp(fit.Log), 980, 1020);
    }

    /// <summary>A pause of the machine makes one window at a low load miss.</summary>
    [Fact]
    public void One_spoilt_window_does_not_move_the_threshold()
    {
        var answers = Line(5, (300, 3), (500, 0), (700, 0), (900, 0), (1100, 0), (1300, 0));
        Assert.InRange(Math.Exp(LoadAnswer.FindThreshold(answers)!.Value), 900, 1100);
    }

    [Fact]
    public void Answers_of_a_client_that_did_not_keep_up_say_nothing()
    {
        var answers = Line(5, (900, 0), (1100, 0));
        var more = answers.Append(new LoadAnswer(400, 9, IsClientBound: true)).ToList();
        Assert.Equal(LoadAnswer.FindThreshold(answers), LoadAnswer.FindThreshold(more));
        Assert.Equal(CapacityFit.Fit([answers])!.Log, CapacityFit.Fit([more])!.Log);
    }

    /// <summary>The unit in which a load is counted moves the crossing by its factor, and the order of answers not at
    /// all.</summary>
    [Fact]
    public void Units_and_order_of_loads_do_not_matter() =>
        Prop.ForAll(
                Generated().ToArbitrary(),
                answers =>
                {
                    var fit = CapacityFit.Fit([answers]);
                    var scaled = CapacityFit.Fit([
                        [.. answers.Select(a => a with { Load = 1000 * a.Load })],
                    ]);
                    var turned = CapacityFit.Fit([
                        [.. answers.AsEnumerable().Reverse()],
                    ]);
                    return fit is null
                        ? scaled is null && turned is null
                        : Math.Abs(scaled!.Log - fit.Log - Math.Log(1000)) < 1e-6
                            && Math.Abs(turned!.Log - fit.Log) < 1e-6;
                }
            )
            .Holds(100);

    /// <summary>The threshold is between loads that were offered.</summary>
    [Fact]
    public void A_threshold_is_within_what_was_offered_or_beyond_all_of_it() =>
        Prop.ForAll(
                Generated().ToArbitrary(),
                answers =>
                    LoadAnswer.FindThreshold(answers) is not { } found
                        ? answers.Count == 0
                        : double.IsInfinity(found) || found > answers.Min(a => a.Log) && found < answers.Max(a => a.Log)
            )
            .Holds(300);

    private static Gen<List<LoadAnswer>> Generated() =>
        Gen.Choose(100, 10_000)
            .Zip(Gen.Choose(-3000, 3000))
            .Select(pair => new LoadAnswer(pair.Item1, pair.Item2 / 1000.0 + 1e-4))
            .ListOf()
            .Select(list => list.DistinctBy(answer => answer.Load).ToList());
}
