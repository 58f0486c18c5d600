namespace Pingmark.Model;

/// <summary>A machine that workers ran on, as it was found: in run.json beside the machine of the server.</summary>
public sealed record SiteInfo
{
    public required string Name { get; init; }

    /// <summary><c>server</c>, <c>client</c> or both.</summary>
    public required IReadOnlyList<string> Roles { get; init; }

    public required MachineInfo Machine { get; init; }
    public string Architecture { get; init; } = "";

    /// <summary>The kernel's clock source.</summary>
    public string Clock { get; init; } = "";

    /// <summary>What a socket may ask for (net.core.rmem_max).</summary>
    public long? MostReceiveBufferBytes { get; init; }

    /// <summary>net.core.wmem_max.</summary>
    public long? MostSendBufferBytes { get; init; }

    /// <summary>Where its servers listen; empty where it has none.</summary>
    public string Address { get; init; } = "";
    public IReadOnlyList<string> Labels { get; init; } = [];
}
