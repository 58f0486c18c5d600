namespace Pingmark.Model;

/// <summary>A verdict of an audit, or a remark about the whole run. <c>Verdict</c>: ok | note | warning |
/// invalid.</summary>
public sealed record Note(string Id, string Verdict, string Text);
