using System.Text;

namespace Pingmark;

/// <summary>The last lines of a stream, each cut to a length, so that a worker that floods its stderr, with line ends
/// or without, can't fill the controller's memory.</summary>
public sealed class LastLines(int most, int longest)
{
    private readonly Queue<string> _lines = new();
    private readonly StringBuilder _line = new();
    private bool _isCut;

    /// <summary>Ends when the stream has ended that the lines come from.</summary>
    public Task Ended { get; internal set; } = Task.CompletedTask;

    public void Add(ReadOnlySpan<char> text)
    {
        lock (_lines)
            for (int end; text.Length > 0; text = text[Math.Min(end + 1, text.Length)..])
            {
                end = text.IndexOf('\n');
                var isWhole = end >= 0;
                end = isWhole ? end : text.Length;
                var kept = Math.Min(end, longest - _line.Length);
                _line.Append(text[..kept]);
                _isCut |= kept < end;
                if (isWhole)
                    End();
            }
    }

    public IReadOnlyList<string> Read()
    {
        lock (_lines)
            return [.. _lines];
    }

    /// <summary>Ends the text so far as a line, though it has no line end.</summary>
    public void EndLine()
    {
        lock (_lines)
            if (_line.Length > 0)
                End();
    }

    private void End()
    {
        _lines.Enqueue(_line.ToString().TrimEnd() + (_isCut ? "…" : ""));
        if (_lines.Count > most)
            _lines.Dequeue();
        _line.Clear();
        _isCut = false;
    }
}
