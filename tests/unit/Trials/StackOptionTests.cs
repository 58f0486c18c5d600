using System.Text.Json.Nodes;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>What is asked of a stack by names of its own goes to the sides that have it.</summary>
public sealed class StackOptionTests
{
    private static readonly string[] Depth = ["depth", "1..64", "8", "both", ""],
        Threads = ["threads", "1..4", "1", "client", ""];

    private static FakeMachine Asking(params (string Key, string Value)[] options)
    {
        var asked = options.Aggregate(StackOptions.None, (all, option) => all.With(option.Key, option.Value));
        var machine = FakeMachine.With("a").Where(new Scenario { Options = asked });
        machine["a"].HasOptions(Depth, Threads);
        return machine;
    }

    [Fact]
    public async Task Each_side_is_asked_for_its_own()
    {
        var machine = Asking(("depth", "16"), ("client.depth", "32"), ("threads", "2"));
        var record = Assert.Single(await machine.BlockAsync());
        Assert.Equal(CellStatus.Ok, record.Status);
        Assert.All(machine.Listens, asked => Assert.Equal((16, null), (Int(asked, "depth"), Int(asked, "threads"))));
        Assert.All(machine.Connects, asked => Assert.Equal((32, 2), (Int(asked, "depth"), Int(asked, "threads"))));
        Assert.Equal(("16", "32"), (record.EffectiveOptions["server.depth"], record.EffectiveOptions["client.depth"]));
    }

    [Fact]
    public async Task What_no_side_has_is_unsupported_and_named()
    {
        var record = Assert.Single(await Asking(("dept", "16")).BlockAsync());
        Assert.Equal(CellStatus.Unsupported, record.Status);
        Assert.Contains("a has no option 'dept'; did you mean 'depth'?", record.Reason);
        var ofAField = Assert.Single(await Asking(("port", "1")).BlockAsync());
        Assert.Equal(CellStatus.Unsupported, ofAField.Status);
    }

    private static int? Int(JsonObject fields, string name) => (int?)(long?)fields[name];
}
