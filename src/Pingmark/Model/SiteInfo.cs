namespace Pingmark.Model;

/// <summary>What was found of a machine that workers ran on; run.json has it beside the server's machine.</summary>
public sealed record SiteInfo
{
    public required string Name { get; init; }

    /// <summary>What ran there: <c>server</c>, <c>client</c> or both.</summary>
    public required IReadOnlyList<string> Roles { get; init; }

    public required MachineInfo Machine { get; init; }
    public string Architecture { get; init; } = "";

    /// <summary>The kernel's clock source.</summary>
    public string Clock { get; init; } = "";

    /// <summary>The largest receive buffer that a socket may ask for (net.core.rmem_max).</summary>
    public long? MostReceiveBufferBytes { get; init; }

    /// <summary>The largest send buffer that a socket may ask for (net.core.wmem_max).</summary>
    public long? MostSendBufferBytes { get; init; }

    /// <summary>The address that its servers listen on; empty where it has none.</summary>
    public string Address { get; init; } = "";
    public IReadOnlyList<string> Labels { get; init; } = [];
}
