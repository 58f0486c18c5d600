namespace Pingmark.Sampling;

/// <summary>Translates the virtual machine's names of classes to those of Java's source code:
/// <c>[Ljava/lang/String;</c> is <c>java.lang.String[]</c>.</summary>
internal static class JavaNames
{
    public static string Translate(string internalName)
    {
        var element = internalName.TrimStart('[');
        var dimensions = internalName.Length - element.Length;
        return (dimensions == 0 ? element : Element(element)).Replace('/', '.')
            + string.Concat(Enumerable.Repeat("[]", dimensions));
    }

    private static string Element(string descriptor) =>
        descriptor switch
        {
            "B" => "byte",
            "C" => "char",
            "D" => "double",
            "F" => "float",
            "I" => "int",
            "J" => "long",
            "S" => "short",
            "Z" => "boolean",
            _ => descriptor.TrimStart('L').TrimEnd(';'),
        };
}
