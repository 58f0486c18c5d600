using Spectre.Console.Rendering;

namespace Pingmark.Reports.Renderers;

/// <summary>Something without the blanks at the ends of its lines, which are no part of what is shown.</summary>
internal sealed class TrimmedLines(IRenderable whole) : Renderable
{
    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth)
    {
        foreach (var line in Segment.SplitLines(whole.Render(options, maxWidth)))
        {
            var segments = line.ToList();
            while (segments.Count > 0 && string.IsNullOrWhiteSpace(segments[^1].Text))
                segments.RemoveAt(segments.Count - 1);
            if (segments.Count > 0)
                segments[^1] = new(segments[^1].Text.TrimEnd(), segments[^1].Style);
            foreach (var segment in segments)
                yield return segment;
            yield return Segment.LineBreak;
        }
    }
}
