using System.Globalization;

namespace Pingmark.Worker.KnownAnswers;

/// <summary>The delays of a connection as they really were, in ns: a line each, in a file of the folder
/// KNOWN_ANSWERS_LOG that appears, whole, when the connection ends. Without that variable nothing is kept.</summary>
internal sealed class DelayLog : IDisposable
{
    private const int Most = 1_000_000;

    private static int s_connections;

    private readonly string? _folder = Environment.GetEnvironmentVariable("KNOWN_ANSWERS_LOG");
    private readonly long[] _delays;
    private int _count;

    public DelayLog() => _delays = new long[_folder is null ? 0 : Most];

    public void Record(long ns)
    {
        if (_count < _delays.Length)
            _delays[_count++] = ns;
    }

    public void Dispose()
    {
        if (_folder is null || _count == 0)
            return;
        var file = Path.Combine(_folder, $"{Interlocked.Increment(ref s_connections)}");
        File.WriteAllLines(file, _delays.Take(_count).Select(ns => ns.ToString(CultureInfo.InvariantCulture)));
        File.Move(file, file + ".delays");
    }
}
