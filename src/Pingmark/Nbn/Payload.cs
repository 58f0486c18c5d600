namespace Pingmark.Nbn;

/// <summary>What messages carry, in NetworkBenchmarkDotNet's words.</summary>
public enum Payload
{
    Zeros,
    Ones,
    Random,
}
