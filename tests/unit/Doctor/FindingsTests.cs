using Pingmark.Checks;
using Pingmark.Doctor;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Doctor;

/// <summary>Each finding is quiet about a machine as it should be, and speaks where it is not.</summary>
public sealed class FindingsTests
{
    [Fact]
    public void Nothing_is_to_be_mended_on_a_good_machine() =>
        Assert.All(MachineFinding.Judge(MadeUp.Machine), f => Assert.Equal((AuditVerdict.Ok, ""), (f.Verdict, f.Mend)));

    [Fact]
    public void All_that_is_wrong_is_said_with_what_mends_it() =>
        Assert.All(
            MachineFinding.Judge(MadeUp.Bad),
            f =>
            {
                Assert.NotEqual(AuditVerdict.Ok, f.Verdict);
                Assert.NotEmpty(f.Mend);
            }
        );

    [Fact]
    public void What_a_machine_does_not_tell_is_no_defect()
    {
        var silent = MachineFinding.Judge(new() { Cores = [0, 1, 2], NoiseProblem = "no stack can run here" });
        Assert.Equal(
            ["ports", "noise"],
            silent.Where(f => f.Verdict == AuditVerdict.Warning && f.Id is not "clock").Select(f => f.Id)
        );
        Assert.Contains("no stack can run here", silent[^1].Text);
    }

    [Fact]
    public void A_clock_is_judged_by_what_a_reading_costs_apart_from_its_resolution()
    {
        (int, AuditVerdict)[] judged = [(90, AuditVerdict.Ok), (300, AuditVerdict.Note), (900, AuditVerdict.Warning)];
        foreach (var (ns, verdict) in judged)
            Assert.Equal(verdict, Of("clock", MadeUp.Machine with { ClockReadNs = ns }).Verdict);
        const string cost = "A reading of the clock (tsc) takes 24.2 ns; its resolution is";
        Assert.Equal($"{cost} 1 ns.", Of("clock", MadeUp.Machine with { ClockStepNs = 1 }).Text);
        Assert.Equal($"{cost} not known.", Of("clock", MadeUp.Machine with { ClockStepNs = null }).Text);
    }

    [Fact]
    public void One_core_is_too_few_two_are_tight_and_a_sibling_that_may_not_be_used_takes_nothing()
    {
        Assert.Equal(AuditVerdict.Warning, Of("cores", MadeUp.Machine with { Cores = [0] }).Verdict);
        Assert.Equal(AuditVerdict.Note, Of("cores", MadeUp.Machine with { Cores = [0, 1] }).Verdict);
        var siblings = MadeUp.Machine with { Siblings = ["0,4", "1,5", "2,6", "3,7"] };
        Assert.Equal(AuditVerdict.Ok, Of("cores", siblings).Verdict);
        Assert.Contains("0,4", Of("cores", siblings with { Cores = [0, 1, 4] }).Text);
    }

    [Fact]
    public void Sleep_is_measured_where_it_may_be_forbidden_and_else_as_the_kernel_tells()
    {
        var slow = MadeUp.Machine with { Noise = MadeUp.Machine.Noise! with { BlockingRttNs = 75_000 } };
        Assert.Equal(AuditVerdict.Warning, Of("sleep-states", slow).Verdict);
        Assert.Contains("--no-sleep-states", Of("sleep-states", slow).Mend);

        var told = slow with { Noise = null, MayForbidSleep = false };
        Assert.Equal(AuditVerdict.Ok, Of("sleep-states", told).Verdict);
        var deep = told with { IdleStates = [new("C6", 133, false)] };
        Assert.Equal(AuditVerdict.Warning, Of("sleep-states", deep).Verdict);
        Assert.Contains("133 µs", Of("sleep-states", deep).Text);
        Assert.Contains("as root", Of("sleep-states", deep).Mend);

        var guest = told with { IdleStates = [], IsVirtual = true };
        Assert.Contains("hypervisor", Of("sleep-states", guest).Text);
    }

    [Fact]
    public void A_round_trip_as_long_as_waking_two_cores_is_told() =>
        Assert.All<(double RttNs, bool AreFelt)>(
            [(13_800, false), (29_000, false), (31_000, true), (149_000, true), (160_000, false)],
            row =>
            {
                var noise = MadeUp.Machine.Noise! with { BlockingRttNs = row.RttNs, AwakeRttNs = null };
                var told = Of("sleep-states", MadeUp.Machine with { Noise = noise });
                Assert.Equal(row.AreFelt, told.Verdict == AuditVerdict.Warning);
            }
        );

    /// <summary>Where keeping the cores awake changes nothing, it is not their sleep.</summary>
    [Fact]
    public void Round_trips_that_are_as_long_with_cores_kept_awake_are_not_their_sleep()
    {
        var noise = MadeUp.Machine.Noise! with { BlockingRttNs = 64_000, AwakeRttNs = 60_000 };
        var told = Of("sleep-states", MadeUp.Machine with { Noise = noise });
        Assert.Equal(AuditVerdict.Ok, told.Verdict);
        Assert.EndsWith(": it is not their sleep.", told.Text);
    }

    [Fact]
    public void The_container_s_limit_is_told_from_the_user_s_and_only_a_hard_one_needs_the_administrator()
    {
        Assert.Contains("--pids-limit", Of("processes", MadeUp.Bad).Mend);
        Assert.Contains("ulimit -u", Of("processes", MadeUp.Bad with { Processes = new(100, 100) }).Mend);
        Assert.StartsWith("ulimit -n", Of("descriptors", MadeUp.Bad).Mend);
        Assert.Contains("limits.conf", Of("descriptors", MadeUp.Bad with { OpenFiles = new(256, 256) }).Mend);
    }

    [Theory]
    [InlineData(4, 48, AuditVerdict.Ok)]
    [InlineData(5, 48, AuditVerdict.Warning)]
    public void A_quota_is_told_by_how_often_it_stopped_the_processes(
        long throttled,
        long periods,
        AuditVerdict verdict
    )
    {
        var noise = MadeUp.Machine.Noise! with { Throttling = new(periods, throttled) };
        var told = Of("throttled", MadeUp.Machine with { Noise = noise });
        Assert.Equal(verdict, told.Verdict);
        Assert.EndsWith($"stopped the processes in {throttled} of {periods} periods.", told.Text);
    }

    [Fact]
    public void What_can_be_resolved_follows_from_the_noise()
    {
        Assert.Contains("resolve about ± 3.75 %", Of("noise", MadeUp.Machine).Text);
        var (noisier, finding) = (MadeUp.Noise with { SliceSd = 0.22 }, MadeUp.Machine.Noise!);
        Assert.Equal(
            AuditVerdict.Note,
            Of("noise", MadeUp.Machine with { Noise = finding with { Noise = noisier } }).Verdict
        );
    }

    private static MachineFinding Of(string id, MachineFacts facts) =>
        Assert.Single(MachineFinding.Judge(facts), f => f.Id == id);
}
