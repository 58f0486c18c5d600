using System.Text;

namespace Pingmark;

/// <summary>A line of the view that stays at the end of a terminal.</summary>
public sealed record ViewLine(string Text, bool IsStrong = false);

/// <summary>Tells the user on stderr what happens, one line a step. On a terminal a view stays below these lines, and a
/// detail comes and goes on the last one.</summary>
/// <param name="isTerminal">Whether the output is a terminal that understands escape sequences.</param>
/// <param name="size">The terminal's columns and rows at this moment; null: as the kernel tells.</param>
/// <param name="isPlain">Whether text has no emphasis; null: as the variable NO_COLOR says.</param>
public sealed class ProgressLog(
    TextWriter output,
    bool isTerminal,
    Func<(int Columns, int Rows)>? size = null,
    bool? isPlain = null
)
{
    private const string ClearLine = "\r\u001b[K",
        ClearBelow = "\u001b[J",
        Strong = "\u001b[1m",
        Normal = "\u001b[0m";

    /// <summary>The first character that may be two columns wide; so may all after it, but for punctuation and for
    /// blocks of which bars are made.</summary>
    private const int FirstWide = 0x1100;

    private readonly Lock _lock = new();
    private readonly bool _isPlain = isPlain ?? IsPlain;
    private IReadOnlyList<ViewLine> _view = [];
    private bool _hasDetail;

    /// <summary>Whether the user wants no emphasis and no colour, as the variable NO_COLOR says.</summary>
    public static bool IsPlain => Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 };

    public bool IsTerminal => isTerminal;

    public (int Columns, int Rows) Size => (size ?? Libc.TerminalSize)();

    public void Step(string text)
    {
        lock (_lock)
            Write(EraseView() + Wrapped(Called.In(TerminalSafeText.Plain(text))) + Environment.NewLine + DrawView());
    }

    public void Detail(string text)
    {
        if (!isTerminal)
            return;
        lock (_lock)
        {
            Write((_hasDetail ? ClearLine : "") + Cut("  " + TerminalSafeText.Plain(text)));
            _hasDetail = true;
        }
    }

    /// <summary>Shows lines that stay until others take their place; only a terminal shows them.</summary>
    public void View(IReadOnlyList<ViewLine> lines)
    {
        if (!isTerminal)
            return;
        lock (_lock)
        {
            var erased = EraseView();
            _view = lines;
            Write(erased + DrawView());
        }
    }

    /// <summary>Removes the view and the last detail, so that other output can follow.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            var erased = EraseView();
            _view = [];
            Write(erased);
        }
    }

    private string EraseView()
    {
        var erased = (_hasDetail ? ClearLine : "") + (_view.Count > 0 ? $"\u001b[{_view.Count}A{ClearBelow}" : "");
        _hasDetail = false;
        return erased;
    }

    private string DrawView() =>
        string.Concat(
            _view.Select(line =>
            {
                var text = Cut(TerminalSafeText.Plain(line.Text));
                return (line.IsStrong && !_isPlain ? Strong + text + Normal : text) + Environment.NewLine;
            })
        );

    /// <summary>A text broken between words, as a terminal would not do; other outputs get whole lines.</summary>
    private string Wrapped(string text)
    {
        if (!isTerminal)
            return text;
        var wrapped = new StringBuilder(text.Length);
        var (room, left) = (Size.Columns - 1, Size.Columns - 1);
        foreach (var (at, word) in text.Split(' ').Index())
        {
            var needed = Width(word.Split('\n')[0]) + 1;
            var breaks = at > 0 && needed > left;
            wrapped
                .Append(
                    at == 0 ? ""
                    : breaks ? Environment.NewLine
                    : " "
                )
                .Append(word);
            left = (breaks || word.Contains('\n') ? room : left - (at == 0 ? 0 : 1)) - Width(word.Split('\n')[^1]);
        }
        return wrapped.ToString();
    }

    /// <summary>A line cut to the terminal's width, between words where that leaves most of it, because one that wraps
    /// could not be erased.</summary>
    private string Cut(string text)
    {
        text = text.Split('\n')[0];
        var room = Size.Columns - 1;
        if (Width(text) <= room)
            return text;
        var cut = new StringBuilder(text.Length);
        var left = room - 1;
        foreach (var rune in text.EnumerateRunes())
        {
            left -= Width(rune);
            if (left < 0)
                break;
            cut.Append(rune);
        }
        var whole = cut.ToString().LastIndexOf(' ');
        return room < 1 ? "" : cut.ToString(0, whole > cut.Length / 2 ? whole : cut.Length) + "…";
    }

    private static int Width(string text) => text.EnumerateRunes().Sum(Width);

    private static int Width(Rune rune) =>
        rune.Value is < FirstWide or (>= 0x2010 and < 0x2070) or (>= 0x2500 and < 0x2600) ? 1 : 2;

    private void Write(string text)
    {
        output.Write(text);
        output.Flush();
    }
}
