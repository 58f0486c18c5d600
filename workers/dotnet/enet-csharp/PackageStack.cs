namespace Pingmark.Worker.ENet;

/// <summary>The NuGet package. What it speaks is not what ENet speaks: a transport of its own. It tells nobody who is
/// connecting, and its only limit is on all peers of an address: those without a hello are not bounded.</summary>
internal sealed class PackageStack()
    : ENetStack("dotnet/enet-csharp", "ENet-CSharp (NuGet package with its own C library)", transport: "enet-csharp");
