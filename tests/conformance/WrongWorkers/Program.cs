using Pingmark.Worker.Kit;
using Pingmark.WrongWorkers;

// A worker that is right but for the one fault that its argument names; without an argument it is right.
var fault = args.FirstOrDefault() ?? WrongTcp.None;
var isOfUdp = fault == WrongUdp.Fault;
if (!isOfUdp && !WrongTcp.Faults.Contains(fault))
    return new ControlFaults(fault).Relay();
WrongTcp.Fault = fault;
if (fault == WrongLoad.Restarts)
    WrongLoad.Install();
Worker.Run("wrong/worker", [], [isOfUdp ? new WrongUdp() : new WrongTcp()]);
return 0;
