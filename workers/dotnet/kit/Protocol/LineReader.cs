using System.Collections.Concurrent;

namespace Pingmark.Worker.Kit;

/// <summary>A thread that only reads stdin: its end ends the process at once, whatever else goes on.</summary>
internal sealed class LineReader
{
    public const string TooLong = "longer than 4 MiB";

    private readonly BlockingCollection<string> _lines = [];

    private static long _allocatedBytes;

    /// <summary>What reading requests has allocated.</summary>
    public static long AllocatedBytes => Interlocked.Read(ref _allocatedBytes);

    public void Start() => new Thread(Read) { IsBackground = true, Name = "stdin" }.Start();

    public string Next() => _lines.Take();

    private void Read()
    {
        try
        {
            using var input = new StreamReader(Console.OpenStandardInput());
            while (ReadLine(input) is { } line)
            {
                _lines.Add(line);
                Interlocked.Exchange(ref _allocatedBytes, GC.GetAllocatedBytesForCurrentThread());
            }
        }
        catch (IOException e)
        {
            Console.Error.WriteLine($"stdin: {e.Message}");
        }
        Environment.Exit(0);
    }

    /// <returns>Null at the end; <see cref="TooLong"/> for a line beyond the limit, whose rest is skipped.</returns>
    internal static string? ReadLine(StreamReader input)
    {
        var line = new System.Text.StringBuilder();
        while (true)
        {
            switch (input.Read())
            {
                case -1:
                    return null;
                case '\n':
                    return line.Length > Constants.MaxLineBytes ? TooLong : line.ToString();
                case var c when line.Length <= Constants.MaxLineBytes:
                    line.Append((char)c);
                    break;
            }
        }
    }
}
