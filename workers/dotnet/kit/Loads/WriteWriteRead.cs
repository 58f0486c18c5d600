namespace Pingmark.Worker.Kit;

/// <summary>A closed loop whose messages go by two calls each, as of a program that writes a header and then a body:
/// Nagle's algorithm keeps the body back until the header is acknowledged, which its receiver puts off.</summary>
internal static class WriteWriteRead
{
    public const string Name = "write-write-read";

    internal static LoadPlan Read(Request request, LoadRoom room) =>
        new(IsTimed: false, (_, _) => new Closed()) { Sends = Sends.InParts };
}
