using System.Text.Json;
using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Model;

public sealed class RecordedOptionsTests
{
    private static Scenario Read(string json) => JsonSerializer.Deserialize<Scenario>(json, SummaryJson.Strict)!;

    [Fact]
    public void What_is_asked_is_recorded_and_read_again()
    {
        var asked = new Scenario { Options = StackOptions.None.With("sqpoll", "true").With("server.depth", "8") };
        var json = JsonSerializer.Serialize(asked, SummaryJson.LineOptions);
        Assert.Contains("\"options\":{\"server.depth\":8,\"sqpoll\":true}", json);
        Assert.Equal(asked, Read(json));
        Assert.DoesNotContain("options", JsonSerializer.Serialize(new Scenario(), SummaryJson.LineOptions));
    }

    [Fact]
    public void Earlier_runs_have_a_key_for_each() =>
        Assert.Equal(
            StackOptions.None.With("client.tick_rate_hz", "30").With("sqpoll", "true").With("client_threads", "2"),
            Read(
                """
                {"server_tick_rate_hz": null, "client_tick_rate_hz": 30, "client_threads": 2, "native_sockets": null,
                "sqpoll": true}
                """
            ).Options
        );

    [Fact]
    public void Anything_else_is_none() =>
        Assert.All(
            [
                """{"options": []}""",
                """{"options": {"sqpoll": {}}}""",
                """{"options": {"sqpoll": null}}""",
                """{"sqpoll": {}}""",
            ],
            json => Assert.Throws<JsonException>(() => Read(json))
        );
}
