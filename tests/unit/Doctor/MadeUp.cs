using Pingmark.Checks;
using Pingmark.Doctor;
using Pingmark.Model;

namespace Pingmark.Tests.Doctor;

/// <summary>A machine as it should be, of which a test changes what it is about.</summary>
internal static class MadeUp
{
    public static readonly MachineNoise Noise = new()
    {
        Stack = "cpp/tcp-epoll",
        MeasuredAt = DateTimeOffset.UnixEpoch,
        ForeignShare = 0.003,
        Starts = 6,
        SlicesPerStart = 24,
        SliceNs = 30_000_000,
        SliceSd = 0.11,
        ProcessSd = 0.008,
        RateSd = 0.034,
    };

    public static readonly MachineFacts Machine = new()
    {
        ClockSource = "tsc",
        ClockReadNs = 24.2,
        ClockStepNs = 1,
        Cores = [0, 1, 2, 3],
        Siblings = ["0", "1", "2", "3"],
        IdleStates = [new("POLL", 0, false), new("C1", 2, false), new("C6", 133, true)],
        MayForbidSleep = true,
        Governors = ["performance"],
        CongestionControl = "cubic",
        LargestReceiveBuffer = 4 << 20,
        LargestSendBuffer = 4 << 20,
        OpenFiles = new(20_000, 20_000),
        Processes = new(96_365, 96_365),
        AvailableBytes = 8L << 30,
        HasIPv6Loopback = true,
        FirstPort = 32_768,
        LastPort = 60_999,
        Noise = new(Noise, BlockingRttNs: 16_200, AwakeRttNs: 15_900, StealShare: 0.001),
    };

    /// <summary>Everything that can be wrong at once.</summary>
    public static readonly MachineFacts Bad = new()
    {
        ClockSource = "hpet",
        ClockReadNs = 910,
        ClockStepNs = 70,
        Cores = [0, 1],
        Siblings = ["0-1", "0-1"],
        IdleStates = [new("POLL", 0, false), new("C1E", 10, false), new("C6", 133, false)],
        MayForbidSleep = true,
        Governors = ["powersave", "schedutil"],
        CongestionControl = "bbr",
        LargestReceiveBuffer = 212_992,
        LargestSendBuffer = 212_992,
        OpenFiles = new(256, null),
        Processes = new(96_365, 96_365),
        LargestControlGroup = 512,
        AvailableBytes = 600L << 20,
        FirstPort = 60_000,
        LastPort = 60_999,
        WaitingPorts = 17,
        Noise = new(
            Noise with
            {
                SliceSd = 0.5,
                ProcessSd = 0.09,
                ForeignShare = 0.31,
            },
            BlockingRttNs: 75_300,
            AwakeRttNs: 16_100,
            StealShare: 0.12,
            Throttling: new(Periods: 48, ThrottledPeriods: 47)
        ),
        KeepingProblem = "there is no home folder to keep it in; set XDG_STATE_HOME",
    };
}
