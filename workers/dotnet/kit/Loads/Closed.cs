namespace Pingmark.Worker.Kit;

/// <summary>A closed loop: a message goes as soon as a slot is free, so that all slots are always under way.</summary>
public sealed class Closed : Load
{
    public const string Name = "closed";

    public override long Due => AtOnce;

    internal static LoadPlan Read(Request request, LoadRoom room) =>
        new(IsTimed: false, (_, _) => new Closed()) { IsClosed = true };
}
