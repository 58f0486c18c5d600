namespace Pingmark.Worker.Kit;

/// <summary>The numbers of protocol/constants.json, which are the same in all languages; a test compares
/// them.</summary>
public static class Constants
{
    public const int Protocol = 1;

    public const long FirstLookForLossesAfterNs = 5_000_000;
    public const long LongestWaitNs = 50_000_000;
    public const long LossNoticedWithinNs = 15_000_000;
    public const int PollsPerClockReading = 1_024;

    /// <summary>So many connections send their first messages in one pass: thousands at once take much longer than
    /// libraries have seen round trips take, so that they would send them all again.</summary>
    public const int ConnectionsFilledPerPass = 64;

    /// <summary>So many messages of a timed load go in one pass, or are given up: what arrives meanwhile has to be
    /// received.</summary>
    public const int DueMessagesPerPass = 16;
    public const int GivenUpMessagesPerPass = 65_536;

    public const long WatchdogIntervalNs = 100_000_000;
    public const int WatchdogAllLanesSilentIntervals = 30;
    public const int WatchdogOneLaneSilentIntervals = 300;
    public const long EndedTogetherNs = 20_000_000;
    public const long RestIntervalNs = 100_000_000;
    public const long StdinEndNs = 1_000_000_000;
    public const long DisconnectPatienceNs = 1_000_000_000;
    public const long ForgetPatienceNs = 2_000_000_000;
    public const long HelloRepeatNs = 100_000_000;
    public const long ShortagePauseNs = 100_000_000;

    public const int FullSocketTries = 1_000;
    public const int KnownDatagramPeers = 16_384;
    public const int ConnectedDatagramPeers = 64;

    public const int MinMessageBytes = 8;
    public const int MinBodyBytes = 4;
    public const int MaxBodyBytes = 65_536;
    public const int MaxLineBytes = 4_194_304;
    public const int MaxInFlight = 65_536;
    public const int MaxMessagesInFlight = 4_194_304;
    public const int MaxPrefloodBytes = 262_144;

    /// <summary>One way: a window is acknowledged in so many parts, and an acknowledgement fits in the place of a
    /// message.</summary>
    public const int OneWayParts = 4;
    public const int MinOneWayMessageBytes = 20;

    /// <summary>Snapshots that a server sends unasked: how often at most, their head and four bytes at least, and for
    /// how long after an input.</summary>
    public const int MaxSnapshotRateHz = 1_000;
    public const int MinSnapshotBytes = 20;
    public const long SnapshotLeaseNs = 1_000_000_000;
    public const int MaxLaps = 200_000;
    public const int MaxSlowestMessages = 1_024;
    public const int MaxVectorValues = 100_000_000;
    public const long MaxRatePerS = 10_000_000;
    public const long MaxSeed = 2_147_483_647;
    public const int MaxRecordedMessages = 5_000;
    public const long MaxRecordingNs = 3_600_000_000_000;
    public const long MaxWindowNs = 1_000_000_000_000_000;
    public const long MaxStartAheadNs = 60_000_000_000;
    public const long MaxLostAfterNs = 3_600_000_000_000;

    public const long DefaultLostAfterNs = 1_000_000_000;
    public const long DefaultConnectTimeoutNs = 5_000_000_000;
    public const int DefaultDatagramReceiveBufferBytes = 4_194_304;
    public const int DefaultTickRateHz = 60;

    public const int PoolPortionsPerLane = 4;
    public const int AnswersRememberedPerSlot = 64;
    public const int PayloadBlockBytes = 69_632;

    public const long TimerWatchNs = 60_000_000;
}
