namespace Pingmark;

/// <summary>Tells the user what goes on, on stderr: a step a line; on a terminal, details come and go on the last
/// line.</summary>
/// <param name="isTerminal">One that understands escape sequences.</param>
public sealed class ProgressLog(TextWriter output, bool isTerminal)
{
    private const string ClearLine = "\r\u001b[K";
    private readonly Lock _lock = new();
    private bool _hasDetail;

    public void Step(string text) => Write(Shown.Plain(text) + Environment.NewLine, detail: false);

    public void Detail(string text)
    {
        if (isTerminal)
            Write("  " + Shown.Plain(text), detail: true);
    }

    /// <summary>Removes the last detail, before other output.</summary>
    public void Clear() => Write("", detail: false);

    private void Write(string text, bool detail)
    {
        lock (_lock)
        {
            output.Write((_hasDetail ? ClearLine : "") + text);
            output.Flush();
            _hasDetail = detail;
        }
    }
}
