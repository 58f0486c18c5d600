using Xunit;

namespace Pingmark.Tests;

/// <summary>What people are told to type has the name that works where they are.</summary>
[Collection(nameof(VariablesTests))]
public sealed class CalledTests
{
    [Theory]
    [InlineData(
        "see `pingmark list stacks`, or `pingmark doctor`",
        "see `./pingmark list stacks`, or `./pingmark doctor`"
    )]
    [InlineData("first:\n  pingmark run quick\n", "first:\n  ./pingmark run quick\n")]
    [InlineData("pingmark: no such file", "pingmark: no such file")]
    [InlineData("the cache ~/.cache/pingmark is full", "the cache ~/.cache/pingmark is full")]
    [InlineData("pingmark 0.1.0, protocol 1", "pingmark 0.1.0, protocol 1")]
    public void Commands_have_the_name_of_a_checkout(string said, string printed) =>
        Assert.Equal(printed, With("./pingmark", () => Called.In(said)));

    [Fact]
    public void An_installed_program_is_called_by_its_name() =>
        Assert.Equal("`pingmark doctor`", With("pingmark", () => Called.In("`pingmark doctor`")));

    [Theory]
    [InlineData("./a b/pingmark")]
    [InlineData("$(reboot)")]
    public void A_name_that_a_shell_would_read_otherwise_is_not_told(string name) =>
        Assert.Equal("pingmark", With(name, () => Called.Name));

    [Fact]
    public void Without_the_launcher_it_is_the_name_alone() => Assert.Equal("pingmark", With(null, () => Called.Name));

    private static string With(string? name, Func<string> test)
    {
        var before = Variables.Called.Value;
        Environment.SetEnvironmentVariable(Variables.Called.Name, name);
        try
        {
            return test();
        }
        finally
        {
            Environment.SetEnvironmentVariable(Variables.Called.Name, before);
        }
    }
}
