using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Exports;

/// <summary>For tests that ask a package of npm. They are those of tests/browser.</summary>
internal sealed class NodeModuleFactAttribute : FactAttribute
{
    public NodeModuleFactAttribute(string package)
    {
        if (Executables.Find("node") is null)
            Skip = "no Node.js here: apt-get install nodejs npm";
        else if (!Directory.Exists(OtherProgram.Source($"../../browser/node_modules/{package}")))
            Skip = $"no {package} here: npm ci --prefix tests/browser --ignore-scripts";
    }
}
