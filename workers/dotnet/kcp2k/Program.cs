using System.Reflection;
using kcp2k;
using Pingmark.Worker.Kit;

var version = typeof(Kcp)
    .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
    ?.InformationalVersion.Split('+')[0];

// It tells of every connection, and warns of every stranger's datagram.
Log.Info = Log.Warning = _ => { };
Worker.Run("dotnet/kcp2k", [$"kcp2k {version ?? "of unknown version"}"], typeof(Program).Assembly);
