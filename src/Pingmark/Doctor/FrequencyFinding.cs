namespace Pingmark.Doctor;

/// <summary>A governor that follows the load makes light loads slow: cores that mostly wait are clocked
/// down.</summary>
internal sealed class FrequencyFinding : IFinding
{
    private const string Steady = "performance";

    public Finding Judge(MachineFacts facts) =>
        facts.Governors switch
        {
            [] => new(
                "frequency",
                FindingVerdict.Ok,
                facts.IsVirtual
                    ? "The cores' frequency is the hypervisor's affair."
                    : "The kernel does not change the cores' frequency."
            ),
            [Steady] => new("frequency", FindingVerdict.Ok, "The cores' frequency is not lowered (performance)."),
            var governors => new(
                "frequency",
                FindingVerdict.Warning,
                $"The cores' frequency follows the load ({string.Join(", ", governors)}): light loads look slow.",
                "sudo cpupower frequency-set -g performance"
            ),
        };
}
