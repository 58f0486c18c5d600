using Pingmark.Model;
using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

public class SuiteReaderTests
{
    [Fact]
    public void A_stack_alone_is_a_suite()
    {
        var suite = SuiteFile.Parse("stacks: cpp/tcp-epoll", "my first suite.yaml");
        Assert.Equal("my-first-suite", suite.Name);
        Assert.Equal(new SuiteSettings(), suite.Settings);
        Assert.Null(suite.Published);
        var cell = Assert.Single(suite.Cells);
        Assert.Equal(new Scenario(), cell.Scenario);
        Assert.Equal(("cpp/tcp-epoll", "cpp/tcp-epoll", "cpp/tcp-epoll"), (cell.Label, cell.Stack, cell.Client));
    }

    [Fact]
    public void Every_key_of_the_settings_is_read() =>
        Assert.Equal(
            new SuiteSettings
            {
                DurationNs = 30_000_000_000,
                WarmUpNs = 5_000_000_000,
                Rounds = 10,
                LeastRounds = 5,
                BudgetNs = 300_000_000_000,
                Precision = 0.02,
                SliceNs = 50_000_000,
                Seed = 7,
            },
            Yaml.With(
                "duration: 30s\nwarmup: 5s\nrounds: 10\nleast_rounds: 5\nbudget: 5m\nprecision: 2%\nslice: 50ms\n"
                    + "seed: 7"
            ).Settings
        );

    [Fact]
    public void Every_key_of_the_scenario_is_read() =>
        Assert.Equal(
            new Scenario
            {
                Test = "ping-pong",
                MessageBytes = 100,
                Payload = "ones",
                Messages = 20_000,
                LapMessages = 1000,
                LostAfterNs = 2_000_000_000,
                Address = "127.0.0.1",
                Socket = new()
                {
                    NoDelay = false,
                    ReceiveBufferBytes = 4 << 20,
                    SendBufferBytes = 65_536,
                    CongestionControl = "cubic",
                },
                Pin = new("cpus:0,2-3", "all"),
            },
            Yaml.With(
                    """
                    test: ping-pong
                    message_bytes: 100
                    payload: ones
                    messages: 20k
                    lap_messages: 1000
                    lost_after: 2s
                    address: 127.0.0.1
                    socket: {no_delay: false, receive_buffer: 4MiB, send_buffer: 64KiB, congestion_control: cubic}
                    pin: {server: {cpus: "0, 2-3"}, client: all}
                    """
                )
                .Cells[0]
                .Scenario
        );

    [Fact]
    public void A_baseline_may_be_of_a_class_by_the_file_or_from_outside()
    {
        const string File = "baseline: {by: [transport, waits]}";
        Assert.Equal([ClassFact.Transport, ClassFact.Waits], By(File));
        Assert.Equal([ClassFact.Waits], By("baseline: {by: waits}"));
        Assert.Empty(By(""));
        Assert.Empty(By("baseline: {by: none}"));
        Assert.Empty(By(File, "baseline.by=none"));
        Assert.Equal([ClassFact.Waits], By(File, "baseline.by=waits"));
        Assert.Equal([ClassFact.Waits, ClassFact.Transport], By("", "baseline.by=waits,transport"));
        static IEnumerable<ClassFact> By(string lines, params string[] set) =>
            Yaml.With(lines, set).Settings.BaselineBy;
    }

    [Fact]
    public void Warm_up_is_detected_when_it_is_auto() => Assert.Null(Yaml.With("warmup: auto").Settings.WarmUpNs);

    [Fact]
    public void Stacks_need_not_be_known_when_nobody_knows_them()
    {
        Assert.Equal("rust/tcp-mio", SuiteFile.Parse("stacks: rust/tcp-mio", "x.yaml").Cells[0].Stack);
        var e = Assert.Throws<BadInputException>(() => SuiteFile.Parse("stacks: epoll", "x.yaml"));
        Assert.Equal("x.yaml:1:9: stacks must be a stack's id such as cpp/tcp-epoll, not 'epoll'", e.Message);
    }

    [Fact]
    public void Runtime_options_are_for_the_runtimes_that_there_are() =>
        Assert.Equal(
            ["--fast"],
            SuiteFile
                .Parse("stacks: {stack: rust/tcp-mio, runtime_options: {rust: --fast}}", "x.yaml", ["rust/tcp-mio"])
                .Cells[0]
                .RuntimeOptions["rust"]
        );

    [Fact]
    public void Published_figures_are_read()
    {
        var published = Yaml.With(
            """
            published:
              source: a report
              finding: a is faster
              figures:
                - {stack: cpp/tcp-epoll, connections: 1, in_flight: 2, metric: lap_mean_ms,
                   value: 220.21, spread: 1.85, note: one machine}
                - {metric: throughput_per_s, value: -1}
            """
        ).Published!;
        Assert.Equal(("a report", "a is faster"), (published.Source, published.Finding));
        Assert.Equal(
            [
                new("cpp/tcp-epoll", null, 1, 2, "lap_mean_ms", 220.21, 1.85, "one machine"),
                new(null, null, null, null, "throughput_per_s", -1, null, ""),
            ],
            published.Figures
        );
    }

    [Fact]
    public void Published_figures_are_checked() =>
        Yaml.Tells(
            ("published: {finding: a}", "x.yaml:2:12: published.source is missing"),
            (
                "published: {source: a, figures: [3]}",
                "x.yaml:2:34: a published figure must be a mapping with metric and value, not '3'"
            ),
            ("published: {source: a, figures: [{metric: m}]}", "x.yaml:2:34: published.figures.value is missing"),
            ("published: {source: a, figures: [{metric: m, value: NaN}]}", "figures.value must be a number, not 'NaN'"),
            (
                "published: {source: a, figures: [{metric: m, value: 1, stack: cpp/tcp-epol}]}",
                "x.yaml:2:63: published.figures.stack is neither a stack nor a label of this suite: "
                    + "'cpp/tcp-epol'; did you mean 'cpp/tcp-epoll'?"
            )
        );
}
