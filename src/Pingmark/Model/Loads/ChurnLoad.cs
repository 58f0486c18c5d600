namespace Pingmark.Model.Loads;

/// <summary>Each message has a connection of its own: connect, request, response, close.</summary>
public sealed class ChurnLoad() : Load("churn", "a connection for each message (TCP)")
{
    public override bool ConnectsForEach => true;
    public override string Alternative => "stacks of plain TCP can";

    public override (string Key, string Text)? Problem(Scenario scenario) =>
        scenario.InFlight > 1 ? ("in_flight", "in_flight of test: churn is 1: a connection has one message") : null;
}
