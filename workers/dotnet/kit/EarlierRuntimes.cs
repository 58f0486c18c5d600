#if !NET9_0_OR_GREATER
// What the kit uses of .NET 9, for workers that are built for .NET 8 (docs/stacks.md).

namespace System.Threading
{
    /// <summary>The lock of .NET 9, on the monitor that every object has.</summary>
    internal sealed class Lock
    {
        private readonly object _monitor = new();

        public Scope EnterScope()
        {
            Monitor.Enter(_monitor);
            return new(_monitor);
        }

        public readonly ref struct Scope(object held)
        {
            public void Dispose() => Monitor.Exit(held);
        }
    }
}

namespace Pingmark.Worker.Kit
{
    public static class EarlierRuntimes
    {
        extension(Convert)
        {
            /// <summary>The bytes in hexadecimal digits, of which letters are small.</summary>
            public static string ToHexStringLower(ReadOnlySpan<byte> bytes) =>
                Convert.ToHexString(bytes).ToLowerInvariant();
        }
    }
}
#endif
