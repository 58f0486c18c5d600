using System.Reflection;
using LiteNetLib;
using Pingmark.Worker.Kit;

// Its informational version is 1.0.0 also in 2.1.5.
var version = typeof(NetManager).Assembly.GetCustomAttribute<AssemblyFileVersionAttribute>()!.Version;
NetDebug.Logger = new Pingmark.Worker.LiteNetLib.ErrorLog();
Worker.Run("dotnet/litenetlib", [$"LiteNetLib {version}"], typeof(Program).Assembly);
