using ENet;
using Pingmark.Worker.Kit;

try
{
    Library.Initialize();
}
catch (Exception e)
    when (e
            is DllNotFoundException
                or BadImageFormatException
                or EntryPointNotFoundException
                or InvalidOperationException
    )
{
    // Another libenet of the system, Debian's say, has other functions and is none for this package.
    Console.Error.WriteLine(
        $"ENet-CSharp's own libenet, which its package brings for x64, can't be used here: {e.Message}"
    );
    return 1;
}
const uint version = Library.version;
Worker.Run(
    "dotnet/enet-csharp",
    [$"ENet-CSharp {version >> 16}.{version >> 8 & 0xFF}.{version & 0xFF}"],
    typeof(Program).Assembly
);
return 0;
