using Pingmark.Reports.Html;
using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

public sealed class FacetsTests
{
    private static readonly StackFacts Epoll = new("cpp", "TCP", "blocking"),
        Spin = new("java", "UDP", "spinning");

    private readonly PublishedRun _run = Sites.Run(),
        _elsewhere = Sites.Run(1, Sites.OnAnotherMachine);

    /// <summary>So that a run with C++ over TCP and Java over UDP is not found as one with Java over TCP.</summary>
    [Fact]
    public void What_is_true_of_one_stack_stands_together()
    {
        var facets = new Facets(Sites.Of(_run, _elsewhere));
        Assert.Equal("s0 m0 v0 l0.t0.w0 l1.t1.w1", facets.Tags(_run, [Epoll, Spin, Epoll]));
        Assert.Equal("s0 m1 v0 l1.t1.w1", facets.Tags(_elsewhere, [Spin]));
    }

    [Fact]
    public void What_is_alike_in_all_rows_is_no_choice()
    {
        var facets = new Facets(Sites.Of(_run, _elsewhere));
        facets.Tags(_run, [Epoll, Epoll with { Waits = "spinning" }]);
        facets.Tags(_elsewhere, [Epoll]);
        var page = new HtmlText();
        facets.AddTo(page);
        Assert.Contains("name=\"machine\"", page.ToString());
        Assert.Contains("<option value=\"w1\">spinning</option>", page.ToString());
        Assert.DoesNotContain("name=\"suite\"", page.ToString());
        Assert.DoesNotContain("name=\"language\"", page.ToString());
    }

    [Fact]
    public void How_a_stack_waits_is_known_of_any_run_that_tells_it()
    {
        var cell = _run.Summary.Cells[0];
        var told = cell with { Class = new() { Waits = Pingmark.Model.Waiting.Spin } };
        Assert.Equal("not told", StackFacts.Of(cell, StackFacts.WaitsIn([cell])).Waits);
        Assert.Equal("spinning", StackFacts.Of(cell, StackFacts.WaitsIn([cell, told])).Waits);
        Assert.Equal(new("cpp", "TCP", "spinning"), StackFacts.Of(told, StackFacts.WaitsIn([])));
    }
}
