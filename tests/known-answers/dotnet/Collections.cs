using System.Globalization;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.KnownAnswers;

/// <summary>Collects by force every 300 ms while messages arrive: a heap that makes it take some ms. When it did is in
/// a file of the folder KNOWN_ANSWERS_EVENTS, if that variable is set: a line each, in ns by CLOCK_MONOTONIC.</summary>
internal static class Collections
{
    private const int Objects = 400_000;
    private const long Period = 300 * Clock.Millisecond;

    private static readonly object[] s_heap = [.. Enumerable.Range(0, Objects).Select(_ => new object[2])];
    private static readonly string? s_folder = Environment.GetEnvironmentVariable("KNOWN_ANSWERS_EVENTS");
    private static long s_next;

    public static long CollectIfDue()
    {
        var next = Volatile.Read(ref s_next);
        var now = Clock.Now();
        if (now < next || Interlocked.CompareExchange(ref s_next, now + Period, next) != next || next == 0)
            return 0;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
        GC.KeepAlive(s_heap);
        if (s_folder is not null)
            File.AppendAllText(
                Path.Combine(s_folder, Environment.ProcessId.ToString(CultureInfo.InvariantCulture)),
                string.Create(CultureInfo.InvariantCulture, $"{now} {Clock.Now()}\n")
            );
        return 0;
    }
}
