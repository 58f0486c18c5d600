using System.Runtime.InteropServices;
using Pingmark.Worker.ENet;
using Pingmark.Worker.Kit;

if (!NativeLibrary.TryLoad(Native.Library, out _))
{
    Console.Error.WriteLine($"{Native.Library} is not installed: apt-get install libenet7");
    return 1;
}
Worker.Run("dotnet/enet", [$"ENet {Native.Initialize()}"], typeof(Program).Assembly);
return 0;
