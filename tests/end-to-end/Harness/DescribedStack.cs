using System.Text.Json;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A stack that can run here: where its worker is, and what that says of it.</summary>
internal sealed record DescribedStack(string Id, string Manifest, JsonElement Description)
{
    public string Wire => Description.Text("transport");

    public bool HasClient =>
        Description.GetProperty("roles").EnumerateArray().Any(role => role.GetString() == "client");

    /// <summary>Its servers listen in a folder of this machine.</summary>
    public bool IsLocal =>
        Description.TryGetProperty("addresses", out var addresses) && addresses.GetString() == "folder";

    public bool Can(string transmission) => Description.GetProperty(transmission).GetBoolean();

    /// <param name="before">What its command begins with, such as another network.</param>
    public SpokenWorker Start(params IReadOnlyList<string> before) => SpokenWorker.Start(Manifest, before);
}
