using Npgsql;
using NpgsqlTypes;

namespace Pingmark.History.Database;

/// <summary>Runs the statements of one transaction. Values are always parameters.</summary>
internal sealed class Sql(NpgsqlConnection connection)
{
    public async Task RunAsync(string statement, params object[] values)
    {
        await using var command = Command(statement, values);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Reads the first column of the first row; the type's default where there is no row.</summary>
    public async Task<T?> OneAsync<T>(string statement, params object[] values)
    {
        await using var command = Command(statement, values);
        return await command.ExecuteScalarAsync() is T value ? value : default;
    }

    public async Task<List<T>> AllAsync<T>(string statement, Func<NpgsqlDataReader, T> row, params object[] values)
    {
        await using var command = Command(statement, values);
        await using var reader = await command.ExecuteReaderAsync();
        var all = new List<T>();
        while (await reader.ReadAsync())
            all.Add(row(reader));
        return all;
    }

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
