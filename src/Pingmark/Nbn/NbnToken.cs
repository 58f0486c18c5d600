using System.Net;
using System.Security.Cryptography;

namespace Pingmark.Nbn;

/// <summary>The token that a server on another machine asks of its clients, so that it does not answer, and so can't be
/// made to send to, unknown peers. It is passed in the environment, because every user of a machine can read command
/// lines. On loopback nobody else can be there, and the hello checks with a token of zeros that both speak the same
/// protocol.</summary>
public static class NbnToken
{
    private const int Bytes = 16;
    private static readonly string Zeros = new('0', 2 * Bytes);

    public static bool IsNeeded(string address) => !IPAddress.IsLoopback(IPAddress.Parse(address));

    public static string ForServer(string address) =>
        IsNeeded(address) ? Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes)) : Zeros;

    /// <exception cref="BadInputException">The token is needed, and missing or malformed.</exception>
    public static string ForClient(string address, string? given)
    {
        if (!IsNeeded(address))
            return Zeros;
        if (string.IsNullOrEmpty(given))
            throw new BadInputException(
                $"a server on {address} asks for a token; copy the line that it printed, which begins with "
                    + $"{Variables.Token.Name}="
            );
        return Variables.Token.Allows(given)
            ? given.ToLowerInvariant()
            : throw new BadInputException($"{Variables.Token.Name} must be {Variables.Token.Values}");
    }
}
