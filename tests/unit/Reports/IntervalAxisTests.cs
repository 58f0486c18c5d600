using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.Model;
using Pingmark.Reports.Html;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>The pictures of ratios in a page's tables.</summary>
public sealed partial class IntervalAxisTests
{
    [Fact]
    public void The_labels_name_1_and_stand_apart()
    {
        foreach (var most in new[] { 1.02, 1.2, 2, 11, 300 })
        {
            var labels = Labels(new(most, null, null), new(1 / most, null, null));
            Assert.Contains("1x", labels.Select(label => label.Text));
            Assert.True(labels.Count > 1, $"{most}: {labels.Count}");
            var places = labels.Select(label => label.X).Order().ToList();
            Assert.All(places.Zip(places.Skip(1)), pair => Assert.True(pair.Second - pair.First >= 30, $"{most}"));
        }
    }

    /// <summary>On an axis from 0.3x to 11x an interval of ± 5 % was smaller than its own point.</summary>
    [Fact]
    public void An_interval_beside_others_alike_is_wider_than_its_point()
    {
        var (from, to) = Whisker(Drawn(new Estimate(1.2, 1.14, 1.26), new Estimate(0.9, 0.85, 0.95)));
        Assert.InRange(to - from, 12, 100);
    }

    [Fact]
    public void An_interval_far_beyond_the_ratios_is_cut_and_ends_in_arrows()
    {
        Estimate[] ratios = [new(1.2, 0.01, 500), new(0.9, 0.85, 0.95)];
        var (wide, narrow) = (Drawn(ratios), Drawn([ratios[1], ratios[0]]));
        Assert.Equal(2, Arrow().Count(wide));
        Assert.Equal(0, Arrow().Count(narrow));
        Assert.InRange(Whisker(narrow).To - Whisker(narrow).From, 12, 100);
    }

    [Fact]
    public void What_is_no_ratio_is_not_drawn()
    {
        Assert.Null(IntervalAxis.For([new(0, null, null), new(double.NaN, null, null)]));
        var axis = IntervalAxis.For([new(1.1, null, null)])!;
        var page = new HtmlText();
        axis.Add(page, new(-1, null, null), "slower");
        Assert.Equal("", page.ToString());
    }

    /// <summary>The first of these ratios.</summary>
    private static string Drawn(params Estimate[] ratios)
    {
        var page = new HtmlText();
        IntervalAxis.For(ratios)!.Add(page, ratios[0], "faster");
        return page.ToString();
    }

    private static List<(double X, string Text)> Labels(params Estimate[] ratios)
    {
        var page = new HtmlText();
        IntervalAxis.For(ratios)!.AddLabels(page);
        return Label().Matches(page.ToString()).Select(m => (Number(m.Groups[1].Value), m.Groups[2].Value)).ToList();
    }

    private static (double From, double To) Whisker(string drawing)
    {
        var groups = Line().Match(drawing).Groups;
        return (Number(groups[1].Value), Number(groups[2].Value));
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex("<text x=\"([0-9.]+)\"[^>]*>([^<]+)<")]
    private static partial Regex Label();

    [GeneratedRegex("class=\"whisker\" d=\"M([0-9.]+) 12H([0-9.]+)")]
    private static partial Regex Line();

    [GeneratedRegex("l-?5 -5M")]
    private static partial Regex Arrow();
}
