using Npgsql;
using NpgsqlTypes;

namespace Pingmark.History.Database;

/// <summary>Runs the statements of one transaction. Values are always parameters.</summary>
internal sealed class Sql(NpgsqlConnection connection)
{
    private int _answers;

    /// <summary>A number that changes whenever the server has answered something.</summary>
    public int AnswerCount => Volatile.Read(ref _answers);

    public async Task RunAsync(string statement, params object[] values)
    {
        await using var command = Command(statement, values);
        await command.ExecuteNonQueryAsync();
        CountAnswer();
    }

    /// <summary>Reads the first column of the first row.</summary>
    /// <returns>The value; the type's default where there is no row, or it is null.</returns>
    public async Task<T?> OneAsync<T>(string statement, params object[] values)
    {
        await using var command = Command(statement, values);
        var first = await command.ExecuteScalarAsync();
        CountAnswer();
        return first is T value ? value : default;
    }

    public async Task<List<T>> AllAsync<T>(string statement, Func<NpgsqlDataReader, T> row, params object[] values)
    {
        await using var command = Command(statement, values);
        await using var reader = await command.ExecuteReaderAsync();
        var all = new List<T>();
        for (; await reader.ReadAsync(); CountAnswer())
            all.Add(row(reader));
        return all;
    }

    /// <summary>A parameter of the type JSON, which C#'s string does not tell.</summary>
    public static object Json(string text) => new NpgsqlParameter { Value = text, NpgsqlDbType = NpgsqlDbType.Json };

    public static object Json(string[] texts) =>
        new NpgsqlParameter { Value = texts, NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Json };

    private void CountAnswer() => Interlocked.Increment(ref _answers);

    private NpgsqlCommand Command(string statement, object[] values)
    {
        var command = new NpgsqlCommand(statement, connection);
        foreach (var value in values)
            command.Parameters.Add(value as NpgsqlParameter ?? new NpgsqlParameter { Value = value });
        return command;
    }
}
