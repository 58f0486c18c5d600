using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Several client workers of one server, or of several in turn, which begin together and are counted as one.
/// Each knows when to begin by its own clock; how far that is from this machine's is told by round trips of its control
/// channel. A worker that fails leaves, with its reason, and the others go on.</summary>
public sealed class ClientGroup : ClientSide
{
    /// <summary>How many workers are started or asked at once: starting takes cores, and asking many at once makes each
    /// round trip longer.</summary>
    private const int StartedAtOnce = 16,
        AskedAtOnce = 4;

    /// <summary>How many round trips are measured to read a clock; the shortest of them counts.</summary>
    private const int ClockReadings = 3;

    /// <summary>The time from sending the requests to the beginning: a margin for a busy machine, and what it takes to
    /// write one more request.</summary>
    private const long LeastLeadNs = 5_000_000,
        LeadOfEachNs = 100_000;

    /// <summary>The most workers whose CPU clocks are read at one moment.</summary>
    private const int MostWatchedTogether = 16;

    private readonly IReadOnlyList<Member> _members;
    private (long Least, long Most) _received;

    private ClientGroup(IReadOnlyList<Member> members)
        : base(members[0].Client, Together(members, member => member.Client.Version, " | "), CpusOf(members)) =>
        _members = members;

    private sealed class Member(int number, ClientSide client)
    {
        public int Number => number;
        public ClientSide Client => client;
        public LostGenerator? Lost { get; set; }

        /// <summary>The closest reading of the worker's clock since it began last, or from before where there is
        /// none.</summary>
        public ClockReading Clock { get; private set; } = new(0, long.MaxValue);

        public void UpdateClock(ClockReading clock)
        {
            if (_isClockOld || clock.ErrorNs < Clock.ErrorNs)
                Clock = clock;
            _isClockOld = false;
        }

        private bool _isClockOld;
        public Usage Usage { get; set; } = new();

        /// <summary>The answers that its results told since it started.</summary>
        public long Answered { get; set; }
        public long? CpuNs { get; set; }

        /// <summary>When the worker began last, in ns of its own clock; null where it did not begin with the
        /// others.</summary>
        public long? BeganNs { get; private set; }

        public void ForgetStart() => BeganNs = null;

        public void RecordStart(long atNs) => (BeganNs, _isClockOld) = (atNs, true);
    }

    private IEnumerable<Member> Up => _members.Where(member => member.Lost is null);

    internal override IReadOnlyList<Side> Parts => Up.Select(member => member.Client).ToList();

    public override bool IsHere => _members.All(member => member.Client.IsHere);

    internal override long LeadNs =>
        LeastLeadNs + _members.Count * LeadOfEachNs + 4 * Up.Select(m => m.Clock.ErrorNs).DefaultIfEmpty().Max();

    /// <summary>The sum of the errors of the two clocks that are known worst.</summary>
    internal override long TogetherNs => Up.Select(member => member.Clock.ErrorNs).OrderDescending().Take(2).Sum();

    /// <summary>Starts the clients of a cell.</summary>
    /// <param name="cpus">The cores of the clients that share the server's machine, as taskset's list; null where they
    /// may use all.</param>
    /// <returns>The group, or a client alone where no more are asked for.</returns>
    public static async Task<ClientSide> StartAsync(
        IWorkerStarter starter,
        Cell cell,
        string? cpus,
        CancellationToken cancel
    )
    {
        var count = cell.Scenario.ClientWorkers;
        if (count == 1)
            return await ClientSide.StartAsync(starter, cell.Client, cell.RuntimeOptions, cpus, cancel);
        using var gate = new SemaphoreSlim(StartedAtOnce);
        var starting = Enumerable.Range(0, count).Select(StartOneAsync).ToList();
        try
        {
            await Task.WhenAll(starting);
        }
        catch
        {
            foreach (var started in starting.Where(start => start.IsCompletedSuccessfully))
                await started.Result.DisposeAsync();
            throw;
        }
        return new ClientGroup(starting.Select((start, i) => new Member(i, start.Result)).ToList());

        async Task<ClientSide> StartOneAsync(int number)
        {
            await gate.WaitAsync(cancel);
            try
            {
                var own = starter.OfGenerator(number);
                var ownCpus = own.ClientCores is { } cores
                    ? Pinning.Choose(cell.Scenario.Pin, cores, cores).Client
                    : cpus;
                return await ClientSide.StartAsync(own, cell.Client, cell.RuntimeOptions, ownCpus, cancel);
            }
            finally
            {
                gate.Release();
            }
        }
    }

    public override async Task ConnectAsync(ConnectRequest request, CancellationToken cancel)
    {
        RequireLoad(request.Scenario);
        Scenario = request.Scenario;
        await EachAsync(
            StartedAtOnce,
            member =>
                member.Client.ConnectAsync(
                    request with
                    {
                        Scenario = Scenario.ForOneClient,
                        Server = request.Server.ForClient(member.Number),
                        // Arrivals of their own.
                        ArrivalsSeed = (int)((request.ArrivalsSeed + (long)member.Number) & int.MaxValue),
                    },
                    cancel
                ),
            cancel
        );
        EffectiveOptions = Up.First().Client.EffectiveOptions;
        ConnectTime = Histogram.Merged(Up.Select(member => member.Client.ConnectTime));
        for (var reading = 0; reading < ClockReadings; reading++)
            await UsageAsync(cancel);
    }

    /// <summary>Measures once. Where a number of messages is asked for each worker has an equal part of it.</summary>
    public override async Task<Measurement> RunAsync(RunRequest run, CancellationToken cancel)
    {
        var leadNs = LeadNs;
        var startNs = Clock.NowNs + leadNs;
        var each = run with
        {
            DeadlineNs = leadNs + run.DeadlineNs,
            Messages = run.Messages is { } all ? Math.Max(1, all / Up.Count()) : null,
        };
        // Each result is added when it comes, and let go: a thousand histograms are never in memory together.
        Measurement? sum = null;
        var fromNs = startNs + run.SettleNs;
        _received = (long.MaxValue, 0);
        foreach (var member in _members)
            member.ForgetStart();
        await EachAsync(
            _members.Count,
            async member =>
            {
                var shiftNs = ShiftNs(member);
                var own = each with { StartAtNs = startNs + member.Clock.AheadNs + shiftNs };
                var measured = OfGroup(member, await member.Client.RunAsync(own, cancel));
                member.RecordStart(measured.FromNs - run.SettleNs - shiftNs);
                lock (_members)
                {
                    sum = Measurement.CombineClients(sum is null ? [measured] : [sum, measured], fromNs);
                    member.Answered += measured.Answered;
                    _received = (
                        Math.Min(_received.Least, measured.Received),
                        Math.Max(_received.Most, measured.Received)
                    );
                }
            },
            cancel
        );
        return sum ?? throw new InvalidOperationException("no client measured anything");
    }

    /// <summary>A worker's result with its slowest messages by this machine's clock, and with its connections counted
    /// behind those of the workers before it.</summary>
    private Measurement OfGroup(Member member, Measurement measured) =>
        measured with
        {
            Slowest = measured.Slowest?.ShiftClock(
                member.Client.IsHere ? 0 : member.Clock.AheadNs,
                member.Number * Scenario.ForOneClient.Connections
            ),
        };

    /// <summary>The answers that the results of the workers of one of several servers told since they
    /// started.</summary>
    /// <param name="server">The server's number, from 0.</param>
    internal long AnsweredBy(int server, int servers) =>
        _members.Where(member => member.Number % servers == server).Sum(member => member.Answered);

    /// <summary>How much later a worker begins at a rate whose messages, or bursts, are evenly spread: those of all
    /// would go at the same moments, and so they go one after the other.</summary>
    private long ShiftNs(Member member) =>
        Scenario is { RatePerS: { } perS, Arrivals: not Arrivals.Poisson }
            ? (long)(1e9 * (Scenario.Burst ?? 1) / perS * member.Number / _members.Count)
            : 0;

    /// <summary>Adds up what the workers have used, without those that were lost, and reads the clocks anew.</summary>
    public override async Task<Usage> UsageAsync(CancellationToken cancel)
    {
        await EachAsync(AskedAtOnce, member => AskAsync(member, cancel), cancel);
        return _members.Select(member => member.Usage).Aggregate((all, one) => all + one);
    }

    private static async Task AskAsync(Member member, CancellationToken cancel)
    {
        (member.Usage, var clock) = await member.Client.UsageAndClockAsync(cancel);
        member.UpdateClock(clock);
    }

    internal override GeneratorsRecord Generators
    {
        get
        {
            var began = Up.Where(member => member.BeganNs is not null)
                .Select(member => member.BeganNs!.Value - member.Clock.AheadNs)
                .DefaultIfEmpty()
                .ToList();
            return new()
            {
                Asked = _members.Count,
                Lost = _members.Select(member => member.Lost).OfType<LostGenerator>().ToList(),
                StartSkewNs = began.Max() - began.Min(),
                ClockErrorNs = TogetherNs,
                LeastReceived = _received.Least,
                MostReceived = _received.Most,
            };
        }
    }

    /// <summary>Does something with each worker, with so many at a time; a worker that fails leaves.</summary>
    /// <exception cref="WorkerFault">No worker is left.</exception>
    private async Task EachAsync(int atOnce, Func<Member, Task> act, CancellationToken cancel)
    {
        using var gate = new SemaphoreSlim(atOnce);
        WorkerFault? last = null;
        await Task.WhenAll(Up.ToList().Select(AttemptAsync).ToList());
        if (last is not null && !Up.Any())
            throw last;

        async Task AttemptAsync(Member member)
        {
            await gate.WaitAsync(cancel);
            try
            {
                await act(member);
            }
            catch (WorkerFault fault)
            {
                last = fault;
                member.Lost = new(member.Client.Name, fault.Problem);
                await member.Client.DisposeAsync();
            }
            finally
            {
                gate.Release();
            }
        }
    }

    internal override IReadOnlyList<int> Pids =>
        IsHere && _members.Count <= MostWatchedTogether ? Up.Select(member => member.Client.Pid).ToList() : [];

    /// <summary>Adds up the CPU time of the workers, in ns, without those that were lost.</summary>
    public override long? CpuNs()
    {
        foreach (var member in Up)
            member.CpuNs = member.Client.CpuNs() ?? member.CpuNs;
        return IsHere ? _members.Sum(member => member.CpuNs) : null;
    }

    public override Task DisconnectAsync(CancellationToken cancel) =>
        Task.WhenAll(Up.Select(member => member.Client.DisconnectAsync(cancel)).ToList());

    public override async Task<Usage> StopAsync(CancellationToken cancel) =>
        (await Task.WhenAll(Up.Select(member => member.Client.StopAsync(cancel)).ToList())).Aggregate(
            (all, one) => all + one
        );

    private protected override async ValueTask EndWorkersAsync() =>
        await Task.WhenAll(Up.Select(member => member.Client.DisposeAsync().AsTask()).ToList());

    private static string Together(IReadOnlyList<Member> members, Func<Member, string> of, string between) =>
        string.Join(between, members.Select(of).Distinct());

    private static string CpusOf(IReadOnlyList<Member> members) =>
        members.Select(member => (member.Client.Where.Machine, member.Client.Cpus)).Distinct().Count() == 1
            ? members[0].Client.Cpus
            : "";
}
