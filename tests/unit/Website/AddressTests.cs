using Pingmark.Model;
using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

/// <summary>Addresses are permanent: a link leads to the same run when a website is made anew.</summary>
public sealed class AddressTests
{
    [Fact]
    public void The_address_of_a_run_stays_the_same_whatever_else_is_there()
    {
        Assert.Equal("runs/mock-20260102-120405-1457adb8.html", Address.OfRun(Sites.Run().Id));
        Assert.Contains(
            Sites.Files(Sites.Of(Sites.Run(), Sites.Run(1), Sites.Run(2, Sites.OnAnotherMachine))),
            file => file.Path == "runs/mock-20260102-120405-1457adb8.html"
        );
    }

    /// <summary>Its figures may be computed anew by a later pingmark.</summary>
    [Fact]
    public void It_follows_from_what_was_run_and_not_from_figures() =>
        Assert.Equal(
            Sites.Run().Id,
            Sites
                .Run(changed: run =>
                    run with
                    {
                        DurationS = 1,
                        Interrupted = true,
                        Comparisons = [],
                        StartedAt = run.StartedAt.ToUniversalTime(),
                    }
                )
                .Id
        );

    [Fact]
    public void Runs_that_differ_in_anything_else_have_addresses_of_their_own()
    {
        Func<Summary, Summary>[] changes =
        [
            run => run,
            run => run with { Suite = "other" },
            run => run with { Seed = 43 },
            run => run with { StartedAt = run.StartedAt.AddTicks(1) },
            run => run with { Cells = [.. run.Cells.Skip(1)] },
        ];
        var ids = changes.Select(change => Sites.Run(changed: change).Id).ToList();
        Assert.Equal(ids.Count, ids.Distinct().Count());
    }

    [Theory]
    [InlineData("java/tcp-nio", "stacks/java--tcp-nio.html")]
    [InlineData("java/tcp-nio@17", "stacks/java--tcp-nio.html")]
    [InlineData("../../etc/passwd", "stacks/etc-passwd-")]
    [InlineData("Java/TCP", "stacks/java-tcp-")]
    [InlineData("", "stacks/unnamed-")]
    public void A_stack_has_one_page_of_a_harmless_name(string stack, string begin)
    {
        Assert.StartsWith(begin, Address.OfStack(stack));
        Assert.Matches(@"\Astacks/[a-z0-9._-]+\.html\z", Address.OfStack(stack));
    }

    [Fact]
    public void No_two_names_have_one_address()
    {
        string[] names = ["a/b", "a--b", "a-b", "A/b", "a/b/", "a b", "a/b-", new('x', 49), new('x', 50)];
        Assert.Equal(names.Length, names.Select(Address.OfSuite).Distinct().Count());
    }
}
