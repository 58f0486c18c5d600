using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>An option that was asked for and did not take effect falsifies a measurement.</summary>
public class SocketOptionTests
{
    private static async Task<TrialRecord> Measure(SocketOptions socket, Action<FakeStack>? stack = null)
    {
        var machine = FakeMachine.With("a").Where(new Scenario { Socket = socket });
        stack?.Invoke(machine["a"]);
        return Assert.Single(await machine.BlockAsync());
    }

    [Fact]
    public async Task Effective_options_are_kept_of_both_sides_and_those_that_nobody_asked_for()
    {
        var record = await Measure(new() { NoDelay = false });
        Assert.Equal("false", record.EffectiveOptions["server.no_delay"]);
        Assert.Equal("false", record.EffectiveOptions["client.no_delay"]);
        Assert.Equal("true", (await Measure(new())).EffectiveOptions["client.no_delay"]);
    }

    [Fact]
    public Task An_option_that_is_not_reported_or_has_another_value_than_asked_for_fails_the_cell() =>
        Assert.AllAsync<(SocketOptions Asked, Action<FakeStack>? Stack, string Problem)>(
            [
                (
                    new() { CongestionControl = "cubic" },
                    null,
                    "asked for congestion_control=cubic, and the worker does not report it"
                ),
                (
                    new() { NoDelay = false },
                    a => a.ClientAnswers("connect", r => r["no_delay"] = true),
                    "effective is true"
                ),
                (
                    new() { CongestionControl = "cubic" },
                    a => a.ServerAnswers("listen", r => r["congestion_control"] = "bbr"),
                    "effective is bbr"
                ),
            ],
            async row =>
            {
                var record = await Measure(row.Asked, row.Stack);
                Assert.Equal(CellStatus.Failed, record.Status);
                Assert.Contains(row.Problem, record.Reason);
            }
        );

    [Fact]
    public async Task Linux_doubles_buffers_which_is_no_failure()
    {
        var record = await Measure(
            new() { ReceiveBufferBytes = 4096 },
            a =>
                a.ServerAnswers("listen", r => r["receive_buffer_bytes"] = 8192)
                    .ClientAnswers("connect", r => r["receive_buffer_bytes"] = 8192)
        );
        Assert.Equal("8192", record.EffectiveOptions["server.receive_buffer_bytes"]);
    }
}
