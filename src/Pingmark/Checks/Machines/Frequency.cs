using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks that the cores' frequency is constant: a governor that follows the load slows cores that mostly
/// wait.</summary>
internal sealed class Frequency()
    : MachineCheck(
        "frequency",
        "The cores' frequency follows the load, so that light loads look slow.",
        "Set the governor: `sudo cpupower frequency-set -g performance`."
    )
{
    private const string Steady = "performance";

    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Governors switch
        {
            [] => Ok(
                facts.IsVirtual
                    ? "The cores' frequency is the hypervisor's affair."
                    : "The kernel does not change the cores' frequency."
            ),
            [Steady] => Ok("The cores' frequency is not lowered (performance)."),
            var governors => Warning(
                "The cores' frequency follows the load ({governors}): light loads look slow.",
                Named("governors", string.Join(", ", governors))
            ) with
            {
                Mend = "sudo cpupower frequency-set -g performance",
            },
        };
}
