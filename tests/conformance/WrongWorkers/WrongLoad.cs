using System.Collections;
using System.Reflection;
using Pingmark.Worker.Kit;

namespace Pingmark.WrongWorkers;

/// <summary>Begins its schedule anew when it is late, so that a stall delays one message and not all that were due
/// meanwhile: coordinated omission.</summary>
internal sealed class WrongLoad(Load right) : Load
{
    public const string Restarts = "restarts-its-schedule";

    private long _shift;

    public override long Due => right.Due is var due and not AtOnce and not Never ? due + _shift : right.Due;

    public override void Sent()
    {
        if (Clock.Now() - Due is var late and > Clock.Millisecond && right.Due != AtOnce)
            _shift += late;
        right.Sent();
    }

    public override void Ended() => right.Ended();

    /// <summary>In the place of all loads of the kit, which no worker should be able to do.</summary>
    public static void Install()
    {
        var field = typeof(Loads).GetField("Models", BindingFlags.NonPublic | BindingFlags.Static)!;
        var models = (IDictionary)field.GetValue(null)!;
        foreach (var name in models.Keys.Cast<string>().ToList())
        {
            var model = models[name]!;
            var reader = model.GetType().GetField("Item2")!;
            var read = (Func<Request, LoadRoom, LoadPlan>)reader.GetValue(model)!;
            reader.SetValue(model, (Request request, LoadRoom room) => Wrong(read(request, room)));
            models[name] = model;
        }
    }

    private static LoadPlan Wrong(LoadPlan plan) =>
        plan with
        {
            Make = (connection, origin) => new WrongLoad(plan.Make(connection, origin)),
        };
}
