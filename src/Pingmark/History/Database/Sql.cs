using Npgsql;
using NpgsqlTypes;

namespace Pingmark.History.Database;

/// <summary>Statements of one transaction. Values are parameters, always.</summary>
internal sealed class Sql(NpgsqlConnection connection, CancellationToken cancel)
{
    public async Task RunAsync(string statement, params object[] values)
    {
        await using var command = Command(statement, values);
        await command.ExecuteNonQueryAsync(cancel);
    }

    /// <summary>The first column of the first row.</summary>
    /// <returns>The type's default where there is no row, or null in it.</returns>
    public async Task<T?> OneAsync<T>(string statement, params object[] values)
    {
        await using var command = Command(statement, values);
        return await command.ExecuteScalarAsync(cancel) is T value ? value : default;
    }

    public async Task<List<T>> AllAsync<T>(string statement, Func<NpgsqlDataReader, T> row, params object[] values)
    {
        await using var command = Command(statement, values);
        await using var reader = await command.ExecuteReaderAsync(cancel);
        var all = new List<T>();
        while (await reader.ReadAsync(cancel))
            all.Add(row(reader));
        return all;
    }

    /// <summary>As JSON, which a text in C# does not tell.</summary>
    public static object Json(string text) => new NpgsqlParameter { Value = text, NpgsqlDbType = NpgsqlDbType.Json };

    public static object Json(string[] texts) =>
        new NpgsqlParameter { Value = texts, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Json };

    private NpgsqlCommand Command(string statement, object[] values)
    {
        var command = new NpgsqlCommand(statement, connection);
        foreach (var value in values)
            command.Parameters.Add(value as NpgsqlParameter ?? new NpgsqlParameter { Value = value });
        return command;
    }
}
