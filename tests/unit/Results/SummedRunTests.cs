using Pingmark.Results;
using Xunit;

namespace Pingmark.Tests.Results;

public sealed class SummedRunTests
{
    [Fact]
    public void A_duration_that_was_written_in_seconds_is_read_to_the_tick()
    {
        var random = new Random(1);
        for (var i = 0; i < 10_000; i++)
        {
            var duration = TimeSpan.FromTicks(random.NextInt64(TimeSpan.TicksPerDay));
            Assert.Equal(duration, SummedRun.DurationOf(duration.TotalSeconds));
        }
    }
}
