using System.Reflection;
using kcp2k;
using Pingmark.Worker.Kit;

var version = typeof(Kcp).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0];
// It tells of every connection; only what goes wrong is worth a line.
Log.Info = _ => { };
Log.Warning = Console.Error.WriteLine;
WorkerHost.Run("dotnet/kcp2k", [$"kcp2k {version ?? "of unknown version"}"], typeof(Program).Assembly);
