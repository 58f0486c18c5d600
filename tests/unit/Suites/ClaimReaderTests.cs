using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>What a suite says was published, in a form that a run can judge.</summary>
public sealed class ClaimReaderTests
{
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
        const string Figure = "published: {source: a, figures: [{metric: m, value: 1, setting: one-process}]}";
        Assert.Equal(Setting.OneProcess, Assert.Single(Yaml.With(Figure).Published!.Figures).Setting);
    }

    private static string Said(IReadOnlyDictionary<string, string> of) =>
        string.Join(", ", of.OrderBy(one => one.Key).Select(one => $"{one.Key} {one.Value}"));

    [Fact]
    public void What_is_wrong_is_said_with_its_place()
    {
        Assert.Equal(
            "x.yaml:3:24: a claim must be a mapping with about, metric, of, to and expect, not '3'",
            Problem("3")
        );
        Assert.All<(string Claim, string Problem)>(
            [
                ("rtt_p50_ns, expect: '> 1'", "x.yaml:3:24: published.claims.of is missing: which cells is it about?"),
                (
                    "rtt_p50_ns, of: {test: churn}, expect: more",
                    "x.yaml:3:82: published.claims.expect must be like '> 1', '< 1', 'about 1' or '2 to 10', not 'more'"
                ),
                (
                    "rtt_p50_n, of: {test: churn}, expect: '> 1'",
                    "x.yaml:3:43: published.claims.metric is no metric: 'rtt_p50_n'; did you mean 'rtt_p50_ns'?"
                ),
                (
                    "rtt_p50_ns, of: {connections: 0}, expect: '> 1'",
                    "x.yaml:3:73: published.claims.of.connections must be 1 to 10000, not '0'"
                ),
                (
                    "rtt_p50_ns, of: {connections: 16}, to: {test: churn}, expect: '> 1'",
                    "x.yaml:3:82: published.claims.to must have the keys of published.claims.of: connections"
                ),
                (
                    "rtt_p50_ns, of: {test: churn}, expect: '> 1', setting: one-machin",
                    "must be one-machine, two-machines, one-process, not 'one-machin'; did you mean 'one-machine'?"
                ),
            ],
            row => Assert.EndsWith(row.Problem, Problem($"{{about: a, metric: {row.Claim}}}"))
        );
    }

    private static string Problem(string claim) => Yaml.Problem($"published:\n  {{source: a, claims: [{claim}]}}");
}
