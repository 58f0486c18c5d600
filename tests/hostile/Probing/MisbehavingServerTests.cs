using System.Globalization;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>`probe` against servers that do one thing wrong each, a row each. Several at once: what they take is
/// waiting.</summary>
[Trait("Gate", "no")]
public sealed class MisbehavingServerTests(MisbehavingServerTests.Results results)
    : IClassFixture<MisbehavingServerTests.Results>
{
    private const int AtOnce = 4;

    /// <summary>A connection (3 s), two contacts (1 s each), a warm-up with its waits, what is measured, and the start
    /// of three processes.</summary>
    private const double LongestSeconds = 12;

    /// <summary>Above what either process has where the server is well, and far below what one sends that sends without
    /// end.</summary>
    private const long MostBytes = 400L << 20;

    private static readonly IReadOnlyList<Misbehaviour> All = [.. StreamWrongs.All, .. DatagramWrongs.All];

    public static TheoryData<string> Rows => [.. All.Select(wrong => wrong.Row)];

    [SkippableTheory]
    [MemberData(nameof(Rows))]
    [Fault(
        "a server that `probe` measures closes, resets, falls silent, floods, repeats, reorders, cuts or changes "
            + "answers, or speaks another protocol",
        "it ends by its duration and some seconds, says what happened and what to look at, and counts each kind",
        1,
        60,
        IsTimedByTest = true
    )]
    public async Task A_probe_says_what_a_server_does(string row)
    {
        await WorkersHere.NeedStackAsync("cpp/tcp-epoll");
        var wrong = All.Single(it => it.Row == row);
        var (result, mostBytes) = await results.OfAsync(wrong);
        var survived = 0;
        try
        {
            result.Exits(wrong.ExitCode).Within(LongestSeconds);
            var said = result.Errors + result.Output;
            Assert.All(
                wrong.Says,
                text => Assert.True(said.Contains(text, StringComparison.Ordinal), $"{text}\n{said}")
            );
            Assert.DoesNotContain("   at Pingmark.", said, StringComparison.Ordinal);
            Assert.InRange(mostBytes, 1, MostBytes);
            if (result.Output.Length > 0)
                wrong.Counts(result.Json);
            survived = 1;
        }
        finally
        {
            Tally.Add("servers that `probe` measures", 1, survived);
        }
    }

    /// <summary>All of them, begun when the first is asked for.</summary>
    public sealed class Results : IDisposable
    {
        private readonly TemporaryFolder _folder = new();
        private readonly Lazy<Dictionary<Misbehaviour, Task<(CommandResult, long)>>> _all;

        public Results() => _all = new(Begin);

        internal Task<(CommandResult Result, long MostBytes)> OfAsync(Misbehaviour wrong) => _all.Value[wrong];

        private Dictionary<Misbehaviour, Task<(CommandResult, long)>> Begin()
        {
            var turns = new SemaphoreSlim(AtOnce);
            return All.ToDictionary(wrong => wrong, wrong => MeasureAsync(wrong, turns));
        }

        private async Task<(CommandResult, long)> MeasureAsync(Misbehaviour wrong, SemaphoreSlim turns)
        {
            await turns.WaitAsync();
            try
            {
                using var peer = wrong.Start();
                await using var command = new RunningCommand(
                    _folder.Path,
                    root: null,
                    Words(wrong, $"{peer.EndPoint}"),
                    environment: new() { ["PINGMARK_ACCEPT_NOISE"] = "1", ["PINGMARK_LONGEST_WARM_UP_MS"] = "300" }
                );
                var ended = command.EndAsync();
                var most = 0L;
                while (!ended.IsCompleted)
                {
                    most = Math.Max(most, command.Processes.Select(PeakBytes).DefaultIfEmpty().Max());
                    await Task.WhenAny(ended, Task.Delay(TimeSpan.FromMilliseconds(100)));
                }
                await command.UntilNothingIsLeftAsync(seconds: 2);
                return (await ended, most);
            }
            finally
            {
                turns.Release();
            }
        }

        private static IReadOnlyList<string> Words(Misbehaviour wrong, string endPoint)
        {
            string[] words = wrong.Framing is { } framing
                ? [$"tcp://{endPoint}", "--framing", framing]
                : [$"udp://{endPoint}"];
            string[] duration = wrong.Asks.Contains("--duration") ? [] : ["--duration", "300ms"];
            return ["probe", .. words, "--json", .. duration, .. wrong.Asks];
        }

        private static long PeakBytes(ProcessOfRun process)
        {
            try
            {
                var line = File.ReadLines($"/proc/{process.Pid}/status")
                    .FirstOrDefault(line => line.StartsWith("VmHWM:", StringComparison.Ordinal));
                return line is null ? 0 : 1024 * long.Parse(line.Split()[^2], CultureInfo.InvariantCulture);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return 0; // It has ended.
            }
        }

        public void Dispose() => _folder.Dispose();
    }
}
