namespace Pingmark.Worker.ENet;

/// <summary>The NuGet package. What it speaks is not what ENet speaks: a transport of its own.</summary>
internal sealed class PackageStack()
    : ENetStack("dotnet/enet-csharp", "ENet-CSharp (NuGet package with its own C library)", transport: "enet-csharp");
