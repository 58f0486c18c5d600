using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class NagleModeAuditTests
{
    private static readonly NagleMode Audit = new();

    private static CellEvidence At(double ms, string noDelay = "false") =>
        Trial.Evidence(
            Trial.Of(Trial.Window(1000 / ms, seconds: 10)) with
            {
                EffectiveOptions = new Dictionary<string, string>
                {
                    ["server.no_delay"] = "true",
                    ["client.no_delay"] = noDelay,
                },
            }
        );

    [Theory]
    [InlineData(40)]
    [InlineData(44)]
    public void Forty_milliseconds_are_a_setting_not_a_speed(double ms) =>
        Audit.Says("nagle warning", At(ms), "socket.no_delay=true");

    [Theory]
    [InlineData(0.05)]
    [InlineData(30)]
    [InlineData(60)]
    public void Other_round_trips_need_no_word(double ms) => Audit.IsSilent(At(ms));

    [Fact]
    public void Without_Nagles_algorithm_it_is_something_else() => Audit.IsSilent(At(40, noDelay: "true"));

    [Fact]
    public void Too_few_messages_for_a_median_tell_nothing() =>
        Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Window(25, seconds: 0.4))));
}
