namespace Pingmark.Worker.Kit;

/// <summary>Finds the samples of which a library makes exactly so many bytes.</summary>
internal static class Room
{
    /// <summary>The length of a text's length changes, so that the first guess may be wrong.</summary>
    private const int Guesses = 3;

    /// <summary>How many bytes the shortest sample takes.</summary>
    public static int Least(Serializer library) => Length(library, new Samples(Samples.Quantity, 1));

    /// <returns>Null: there are none.</returns>
    public static Samples? Find(Serializer library, int bytes)
    {
        var least = Least(library);
        foreach (var quantity in new[] { Samples.Quantity, Samples.LargeQuantity })
        {
            var text = bytes - least + 1;
            for (var guess = 0; guess < Guesses && text > 0; guess++)
            {
                var samples = new Samples(quantity, text);
                var excess = Length(library, samples) - bytes;
                if (excess == 0)
                    return samples;
                text -= excess;
            }
        }
        return null;
    }

    private static int Length(Serializer library, Samples samples) => new Serialized(library, samples).Length(0);
}
