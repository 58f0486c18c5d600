namespace Pingmark.Worker.Kit;

/// <summary>The notice of a long run, once a second.</summary>
internal sealed class Progress(long id, LineWriter output)
{
    private long _next = Clock.Now() + Clock.Second;

    public void Report(long received, long lost)
    {
        if (Clock.Now() < _next) return;
        _next += Clock.Second;
        output.Write(json =>
        {
            json.WriteNumber("id", id);
            json.WriteString("event", "progress");
            json.WriteNumber("received", received);
            json.WriteNumber("lost", lost);
        });
    }
}
