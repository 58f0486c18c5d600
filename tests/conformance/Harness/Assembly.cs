global using Xunit;

// Workers are run side by side by the kit's own runner, which knows the cases that must be alone.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
[assembly: TestFramework("Pingmark.ConformanceTests.ChosenWorkersFramework", "Pingmark.ConformanceTests")]
