using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>A sender's address as the kernel wrote it, zero behind its end, so that it compares as four words and needs
/// no object.</summary>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct Peer(ulong Word0, ulong Word1, ulong Word2, ulong Word3);
