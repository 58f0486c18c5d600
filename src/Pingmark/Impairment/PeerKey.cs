using System.Runtime.InteropServices;

namespace Pingmark.Impairment;

/// <summary>A socket address of any family, as the kernel writes it, as the key of a table.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 4)]
internal readonly record struct PeerKey(ulong A, ulong B, ulong C, uint D)
{
    /// <param name="address">The address in <see cref="Sys.AddressBytes"/> bytes, with zeros behind a shorter
    /// one.</param>
    public static PeerKey Read(ReadOnlySpan<byte> address) => MemoryMarshal.Read<PeerKey>(address);
}
