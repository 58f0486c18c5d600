using Pingmark.Placement.Engines;
using Xunit;

namespace Pingmark.Tests.Placement;

public sealed class MachineEnginesTests
{
    /// <summary>A word of the command line begins with it, and it is a key of a hosts file beside others.</summary>
    [Fact]
    public void An_engine_s_name_is_a_word_of_its_own()
    {
        var names = MachineEngines.All.Select(engine => engine.Name).ToList();
        string[] others = ["local", "name", "bind", "reach", "cores", "labels", "build", "hosts", "server", "clients"];
        Assert.Equal(names.Except(others).Distinct(), names);
        Assert.All(names, name => Assert.Matches("^[a-z][a-z0-9-]*$", name));
        Assert.All(
            MachineEngines.All,
            engine => Assert.StartsWith(engine.Name, engine.Syntax, StringComparison.Ordinal)
        );
        Assert.All(
            MachineEngines.All,
            engine => Assert.StartsWith(engine.Syntax, engine.Help, StringComparison.Ordinal)
        );
    }

    /// <summary>Each is a word of some command line, whatever it becomes there.</summary>
    [Fact]
    public void No_destination_is_an_option_or_a_shell_s()
    {
        foreach (var text in new[] { "", "-v", "a b", "a\nb", "$(x)" })
            Assert.All(
                MachineEngines.All,
                engine => Assert.Throws<BadInputException>(() => engine.Destination(text, "--server"))
            );
    }
}
