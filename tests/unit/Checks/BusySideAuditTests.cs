using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class BusySideAuditTests
{
    private static readonly Limit Check = new();

    private static void Says(string idAndVerdict, CellEvidence evidence, string text = "") =>
        Check.Says(idAndVerdict, evidence, text);

    private static void IsSilent(CellEvidence evidence) => Check.IsSilent(evidence);

    private static CellEvidence Busy(double server, double client, Func<TrialRecord, TrialRecord>? change = null)
    {
        var window = Trial.Window() with
        {
            Server = new() { Messages = 10_000, CpuUserNs = (long)(server * 1e9) },
            Client = new() { Messages = 10_000, CpuSystemNs = (long)(client * 1e9) },
        };
        return Trial.Evidence((change ?? (r => r))(Trial.Of(window)));
    }

    [Fact]
    public void Whichever_sides_are_busy_is_told()
    {
        Says("limit warning", Busy(0.6, 0.97), "client: reference");
        Says("limit note", Busy(1, 0.9), "this is its limit");
        Says("limit note", Busy(0.99, 0.96), "the slower one sets the rate");
        IsSilent(Busy(0.9, 0.9));
        // Cores are counted.
        IsSilent(Busy(0.5, 1.5, r => r with { ClientCpus = "1-3" }));
        // Of unknown ones nobody knows whether they are busy.
        IsSilent(Busy(0, 0.3, r => r with { ServerCpus = "", ClientCpus = "" }));
    }

    /// <summary>A short window has edges that were used and not counted: here a tenth of the messages.</summary>
    [Fact]
    public void What_was_used_beside_the_counted_time_is_not_its_load()
    {
        var window = Trial.Window() with
        {
            Server = new() { Messages = 11_000, CpuUserNs = (long)1.0e9 },
            Client = new() { Messages = 11_000, CpuUserNs = (long)1.0e9 },
        };
        IsSilent(Trial.Evidence(Trial.Of(window)));
    }

    [Fact]
    public void One_thread_can_not_use_more_than_a_core()
    {
        static CellEvidence Of(double cpuS, double busiestS)
        {
            var window = Trial.Window() with
            {
                Client = new()
                {
                    Messages = 10_000,
                    CpuUserNs = (long)(cpuS * 1e9),
                    BusiestThreadCpuNs = (long)(busiestS * 1e9),
                },
            };
            return Trial.Evidence(Trial.Of(window) with { ClientCpus = "1-7" });
        }
        Says("limit warning", Of(1.2, 0.97), "one thread of the client uses all of a core");
        IsSilent(Of(3, 0.9));
    }

    [Fact]
    public void Spinning_sides_are_always_busy_and_tell_nothing()
    {
        IsSilent(Busy(1, 1, r => r with { ServerSpins = true, ClientSpins = true }));
        Says("limit warning", Busy(1, 1, r => r with { ServerSpins = true }));
    }
}
