using System.Runtime.CompilerServices;

namespace Pingmark.Tests;

/// <summary>What is set for trying commands out is not for tests of what they do without it.</summary>
internal static class Surroundings
{
    [ModuleInitializer]
    internal static void Clear() => Environment.SetEnvironmentVariable("PINGMARK_LONGEST_WARM_UP_MS", null);
}
