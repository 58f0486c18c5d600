using System.Globalization;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

public sealed record MachineInfo
{
    public required string Cpu { get; init; }
    public required int Cores { get; init; }

    /// <summary>How many cores these are without hyper-threads; null where the machine does not tell, or was not
    /// asked.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? PhysicalCores { get; init; }
    public required string Kernel { get; init; }
    public required string Os { get; init; }
    public required string CongestionControl { get; init; }
    public string PingmarkVersion { get; init; } = "";

    /// <summary>What must be equal for figures of two machines to be comparable, in words.</summary>
    [JsonIgnore]
    public IReadOnlyList<(string What, string Value)> Facts =>
        [
            ("processor", Cpu),
            ("cores", Cores.ToString(CultureInfo.InvariantCulture)),
            ("kernel", Kernel),
            ("system", Os),
            ("congestion control", CongestionControl),
            ("pingmark version", PingmarkVersion),
        ];
}
