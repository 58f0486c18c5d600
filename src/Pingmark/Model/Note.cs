namespace Pingmark.Model;

/// <summary>What an audit says of a cell, or a remark about the whole run.</summary>
public sealed record Note(string Id, AuditVerdict Verdict, string Text);
