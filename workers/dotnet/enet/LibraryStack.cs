namespace Pingmark.Worker.ENet;

/// <summary>ENet as Debian and others ship it, called from .NET.</summary>
internal sealed class LibraryStack() : ENetStack("dotnet/enet", "ENet (C library) by P/Invoke", transport: "enet")
{
    private protected override void Bound(Host host, Serving serving) =>
        host.Watch(new(host.Places, serving.HasGreeted, serving.TurnedAway));
}
