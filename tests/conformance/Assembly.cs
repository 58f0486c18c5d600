global using Xunit;

// One worker's suite at a time: each already keeps all cores busy, and some cases are about time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
