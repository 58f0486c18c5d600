namespace Pingmark.Hostile.Tests.Harness;

/// <summary>A tree for PINGMARK_ROOT whose only worker, <c>x/fake</c> with the stack <c>x/a</c>, is a script.</summary>
internal static class FakeTree
{
    /// <summary>What builds it in no time.</summary>
    public const string Built = "mkdir -p build && touch build/out";

    /// <param name="build">Run to build it.</param>
    /// <param name="worker">Run as the worker.</param>
    /// <returns>Its folder.</returns>
    public static string In(TemporaryFolder folder, string build, string worker)
    {
        folder.Write("tree/suites/none.yaml", "stacks: [x/a]\n");
        folder.Write("tree/workers/x/fake/build.sh", build + "\n");
        folder.Write("tree/workers/x/fake/worker.sh", worker + "\n");
        folder.Write(
            "tree/workers/x/fake/worker.json",
            """
            {
              "name": "x/fake", "about": "A script", "runtime": "x", "stacks": ["x/a"], "inputs": ["."],
              "build": [["sh", "build.sh"]], "output": "build/out", "start": ["sh", "worker.sh"], "requires": []
            }
            """
        );
        Directory.CreateSymbolicLink(folder["tree/protocol"], Path.Combine(Repository.Root, "protocol"));
        return folder["tree"];
    }
}
