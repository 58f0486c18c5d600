using System.CommandLine;

namespace Pingmark.Cli;

/// <summary>What the program prints without a command: what to do first.</summary>
internal static class Introduction
{
    public static void AddTo(RootCommand root) =>
        root.SetAction(parsed =>
            parsed.InvocationConfiguration.Output.Write(
                $"""
                {root.Description}

                  pingmark run quick      eight stacks of C++, Java and .NET, in little more than a minute
                  pingmark doctor         what this machine can resolve, and what mends the rest
                  pingmark list suites    what else can be run
                  pingmark --help         all commands

                """
            )
        );
}
