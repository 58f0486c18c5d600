using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Several client workers that begin together and count as one. Each begins by its own clock; round trips of
/// its control channel show the difference to this machine's. A worker that fails leaves, and the others go
/// on.</summary>
public sealed class ClientGroup : ClientSide
{
    /// <summary>Starting takes cores, and concurrent requests make each round trip longer.</summary>
    private const int MaxConcurrentStarts = 16,
        MaxConcurrentRequests = 4;

    /// <summary>Round trips to read a clock; the shortest counts.</summary>
    private const int ClockReadings = 3;

    /// <summary>The time from sending the requests to the beginning: a margin for a busy machine, and the time to write
    /// a request.</summary>
    private const long BaseLeadNs = 5_000_000,
        LeadPerMemberNs = 100_000;

    /// <summary>The most workers whose CPU clocks are read at one moment.</summary>
    private const int MaxMembersForCpuWindow = 16;

    private readonly IReadOnlyList<Member> _members;
    private (long Least, long Most) _received;

    private ClientGroup(IReadOnlyList<Member> members)
        : base(
            members[0].Client,
            string.Join(" | ", members.Select(member => member.Client.Version).Distinct()),
            FindCommonCpus(members)
        ) => _members = members;

    private sealed class Member(int number, ClientSide client)
    {
        public int Number => number;
        public ClientSide Client => client;
        public LostGenerator? Lost { get; set; }

        /// <summary>The closest reading of the worker's clock since it began last, or an older one.</summary>
        public ClockReading Clock { get; private set; } = new(0, long.MaxValue);

        public void UpdateClock(ClockReading clock)
        {
            if (_isClockOld || clock.ErrorNs < Clock.ErrorNs)
                Clock = clock;
            _isClockOld = false;
        }

        private bool _isClockOld;
        public Usage Usage { get; set; } = new();

        /// <summary>The answers in its results since it started.</summary>
        public long Answered { get; set; }
        public long? CpuNs { get; set; }

        /// <summary>When it began last by its own clock; null where it did not begin with the others.</summary>
        public long? BeganNs { get; private set; }

        public void ForgetStart() => BeganNs = null;

        public void RecordStart(long atNs) => (BeganNs, _isClockOld) = (atNs, true);
    }

    private IEnumerable<Member> Up => _members.Where(member => member.Lost is null);

    internal override IReadOnlyList<Side> Workers => Up.Select(member => member.Client).ToList();

    public override bool IsHere => _members.All(member => member.Client.IsHere);

    internal override long StartLeadNs =>
        BaseLeadNs + _members.Count * LeadPerMemberNs + 4 * Up.Select(m => m.Clock.ErrorNs).DefaultIfEmpty().Max();

    /// <summary>The sum of the two largest clock errors.</summary>
    internal override long ClockUncertaintyNs =>
        Up.Select(member => member.Clock.ErrorNs).OrderDescending().Take(2).Sum();

    /// <param name="cpus">The cores of clients on the server's machine, as taskset's list; null for all.</param>
    /// <returns>The group, or the only client.</returns>
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
        using var gate = new SemaphoreSlim(MaxConcurrentStarts);
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
        await ForEachAsync(
            MaxConcurrentStarts,
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

    /// <summary>Measures once; each worker has an equal part of a number of messages.</summary>
    public override async Task<Measurement> RunAsync(RunRequest run, CancellationToken cancel)
    {
        var leadNs = StartLeadNs;
        var startNs = Clock.NowNs + leadNs;
        var each = run with
        {
            DeadlineNs = leadNs + run.DeadlineNs,
            Messages = run.Messages is { } all ? Math.Max(1, all / Up.Count()) : null,
        };
        // Adds each result when it comes, so that a thousand histograms are never in memory together.
        Measurement? sum = null;
        var fromNs = startNs + run.SettleNs;
        _received = (long.MaxValue, 0);
        foreach (var member in _members)
            member.ForgetStart();
        await ForEachAsync(
            _members.Count,
            async member =>
            {
                var shiftNs = StartShiftNs(member);
                var own = each with { StartAtNs = startNs + member.Clock.AheadNs + shiftNs };
                var measured = InGroupTerms(member, await member.Client.RunAsync(own, cancel));
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

    /// <summary>Converts a worker's slowest messages to this machine's clock, and numbers its connections behind those
    /// of the workers before it.</summary>
    private Measurement InGroupTerms(Member member, Measurement measured) =>
        measured with
        {
            Slowest = measured.Slowest?.ShiftClock(
                member.Client.IsHere ? 0 : member.Clock.AheadNs,
                member.Number * Scenario.ForOneClient.Connections
            ),
        };

    /// <summary>The answers from one of several servers.</summary>
    /// <param name="server">The server's number, from 0.</param>
    internal long CountAnswersFrom(int server, int servers) =>
        _members.Where(member => member.Number % servers == server).Sum(member => member.Answered);

    /// <summary>How much later a worker begins at an even rate, so that the workers' messages do not go at the same
    /// moments.</summary>
    private long StartShiftNs(Member member) =>
        Scenario is { RatePerS: { } perS, Arrivals: not Arrivals.Poisson }
            ? (long)(1e9 * (Scenario.Burst ?? 1) / perS * member.Number / _members.Count)
            : 0;

    /// <summary>Adds up what the workers have used, lost ones until they were lost, and reads their clocks.</summary>
    public override async Task<Usage> UsageAsync(CancellationToken cancel)
    {
        await ForEachAsync(
            MaxConcurrentRequests,
            async member =>
            {
                (member.Usage, var clock) = await member.Client.UsageAndClockAsync(cancel);
                member.UpdateClock(clock);
            },
            cancel
        );
        return _members.Select(member => member.Usage).Aggregate((all, one) => all + one);
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
                ClockErrorNs = ClockUncertaintyNs,
                LeastReceived = _received.Least,
                MostReceived = _received.Most,
            };
        }
    }

    /// <summary>Does something with each worker; one that fails leaves.</summary>
    /// <exception cref="WorkerFault">No worker is left.</exception>
    private async Task ForEachAsync(int atOnce, Func<Member, Task> act, CancellationToken cancel)
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
        IsHere && _members.Count <= MaxMembersForCpuWindow ? Up.Select(member => member.Client.Pid).ToList() : [];

    /// <summary>Adds up the CPU time of the workers, of lost ones until they were lost.</summary>
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

    /// <summary>The cores of all; empty where they differ.</summary>
    private static string FindCommonCpus(IReadOnlyList<Member> members) =>
        members.Select(member => (member.Client.Where.Machine, member.Client.Cpus)).Distinct().Count() == 1
            ? members[0].Client.Cpus
            : "";
}
