namespace Pingmark.Model;

public sealed record MachineInfo
{
    public required string Cpu { get; init; }
    public required int Cores { get; init; }
    public required string Kernel { get; init; }
    public required string Os { get; init; }
    public required string CongestionControl { get; init; }
    public string PingmarkVersion { get; init; } = "";
}
