using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A stack that can run here: where its worker is, and what that says of it.</summary>
internal sealed record DescribedStack(string Id, string Manifest, JsonElement Description)
{
    public const string Token = "0123456789abcdef0123456789abcdef";

    public string Wire => Description.Text("transport");

    public bool HasClient =>
        Description.GetProperty("roles").EnumerateArray().Any(role => role.GetString() == "client");

    /// <summary>Its servers listen in a folder of this machine.</summary>
    public bool IsLocal =>
        Description.TryGetProperty("addresses", out var addresses) && addresses.GetString() == "folder";

    public bool Can(string transmission) => Description.GetProperty(transmission).GetBoolean();

    /// <summary>What it is asked to listen at, or to connect to, with that token.</summary>
    public JsonObject At(long port, string address = "127.0.0.1") =>
        new()
        {
            ["stack"] = Id,
            ["address"] = address,
            ["port"] = port,
            ["token"] = Token,
        };

    /// <param name="before">What its command begins with, such as another network.</param>
    public SpokenWorker Start(params IReadOnlyList<string> before) => SpokenWorker.Start(Manifest, before);
}
