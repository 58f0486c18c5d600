using System.Reflection;
using LiteNetLib;
using Pingmark.Worker.Kit;

var version = typeof(NetManager)
    .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
    .InformationalVersion.Split('+')[0];
NetDebug.Logger = new Pingmark.Worker.LiteNetLib.ErrorLog();
Worker.Run("dotnet/litenetlib", [$"LiteNetLib {version}"], typeof(Program).Assembly);
