using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>What a suite says was published, in a form that a run can judge.</summary>
public sealed class ClaimReaderTests
{
    private const string Claim = "about: a, metric: rtt_p50_ns";

    [Fact]
    public void Claims_are_read()
    {
        var claims = Yaml.With(
            """
            published:
              source: a report
              claims:
                - about: 16 connections carry more
                  metric: throughput_per_s
                  of: {connections: 16, socket.no_delay: true}
                  to: {connections: 1, socket.no_delay: true}
                  expect: 2 to 10
                  value: 6.2
                  setting: two-machines
                - {about: it takes little, metric: rtt_p50_ns, of: {stack: cpp/tcp-epoll}, expect: "< 100"}
            """
        ).Published!.Claims;
        Assert.Equal(("16 connections carry more", "throughput_per_s"), (claims[0].About, claims[0].Metric));
        Assert.Equal("connections 16, socket.no_delay true", Said(claims[0].Of));
        Assert.Equal("connections 1, socket.no_delay true", Said(claims[0].To!));
        Assert.Equal(("2 to 10", 6.2, Setting.TwoMachines), (claims[0].Expect, claims[0].Value, claims[0].Setting));
        Assert.Equal((null, null, null), (claims[1].To, claims[1].Value, claims[1].Setting));
    }

    private static string Said(IReadOnlyDictionary<string, string> of) =>
        string.Join(", ", of.OrderBy(one => one.Key).Select(one => $"{one.Key} {one.Value}"));

    [Theory]
    [InlineData("3", "x.yaml:3:24: a claim must be a mapping with about, metric, of, to and expect, not '3'")]
    [InlineData($"{{{Claim}, expect: '> 1'}}", "x.yaml:3:24: published.claims.of is missing: which cells is it about?")]
    [InlineData(
        $"{{{Claim}, of: {{test: churn}}, expect: more}}",
        "x.yaml:3:82: published.claims.expect must be like '> 1', '< 1', 'about 1' or '2 to 10', not 'more'"
    )]
    [InlineData(
        "{about: a, metric: rtt_p50_n, of: {test: churn}, expect: '> 1'}",
        "x.yaml:3:43: published.claims.metric is no metric: 'rtt_p50_n'; did you mean 'rtt_p50_ns'?"
    )]
    [InlineData(
        $"{{{Claim}, of: {{connections: 0}}, expect: '> 1'}}",
        "x.yaml:3:73: published.claims.of.connections must be 1 to 10000, not '0'"
    )]
    [InlineData(
        $"{{{Claim}, of: {{conections: 1}}, expect: '> 1'}}",
        "x.yaml:3:60: unknown key 'conections' in published.claims.of; did you mean 'connections'?"
    )]
    [InlineData(
        $"{{{Claim}, of: {{stack: cpp/tcp-epol}}, expect: '> 1'}}",
        "x.yaml:3:67: published.claims.of.stack is neither a stack nor a label of this suite: 'cpp/tcp-epol'; did you "
            + "mean 'cpp/tcp-epoll'?"
    )]
    [InlineData(
        $"{{{Claim}, of: {{connections: 16}}, to: {{test: churn}}, expect: '> 1'}}",
        "x.yaml:3:82: published.claims.to must have the keys of published.claims.of: connections"
    )]
    [InlineData(
        $"{{{Claim}, of: {{test: churn}}, expect: '> 1', setting: one-machin}}",
        "x.yaml:3:98: published.claims.setting must be one-machine, two-machines, one-process, not 'one-machin'; did "
            + "you mean 'one-machine'?"
    )]
    public void What_is_wrong_is_said_with_its_place(string claim, string problem) =>
        Assert.Equal(problem, Yaml.Problem($"published:\n  {{source: a, claims: [{claim}]}}"));

    [Fact]
    public void A_figure_has_the_setting_that_it_was_measured_in()
    {
        var figure = Assert.Single(
            Yaml.With(
                "published: {source: a, figures: [{metric: m, value: 1, setting: one-process}]}"
            ).Published!.Figures
        );
        Assert.Equal(Setting.OneProcess, figure.Setting);
    }
}
