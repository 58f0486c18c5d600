using System.Reflection;
using System.Text.Json;

namespace Pingmark.Worker.Kit.Tests;

public sealed class ConstantsTests
{
    [Fact]
    public void They_are_those_of_all_kits()
    {
        var here = typeof(Constants)
            .GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(f => $"{JsonNamingPolicy.SnakeCaseLower.ConvertName(f.Name)} {f.GetRawConstantValue()}");
        var shared = Shared
            .Read("constants.json")
            .EnumerateObject()
            .Where(f => f.Name != "about")
            .Select(f => $"{f.Name} {f.Value}");
        Assert.Equal(shared.Order(), here.Order());
    }
}
