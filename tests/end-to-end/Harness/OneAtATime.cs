// These tests measure, kill and look for what is left: two at once would share cores and answer each other's questions.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
