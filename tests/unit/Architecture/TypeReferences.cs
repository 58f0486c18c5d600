using System.Reflection;
using System.Reflection.Emit;

namespace Pingmark.Tests.Architecture;

/// <summary>Every type that a compiled type mentions: bases, members, signatures, attributes, and what its method
/// bodies use.</summary>
internal static class TypeReferences
{
    private const BindingFlags All =
        BindingFlags.Public
        | BindingFlags.NonPublic
        | BindingFlags.Instance
        | BindingFlags.Static
        | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<short, OpCode> OpCodes = typeof(OpCodes)
        .GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => code.Value);

    public static IReadOnlySet<Type> Of(Type type)
    {
        var found = new HashSet<Type>();
        Add(found, type.BaseType);
        foreach (var mentioned in type.GetInterfaces())
            Add(found, mentioned);
        AddAttributes(found, type.CustomAttributes);
        foreach (var member in type.GetMembers(All))
            AddMember(found, member);
        return found;
    }

    /// <summary>What its methods call or name.</summary>
    public static IEnumerable<MemberInfo> Used(Type type) => type.GetMembers(All).OfType<MethodBase>().SelectMany(Used);

    private static IEnumerable<MemberInfo> Used(MethodBase method)
    {
        if (method.GetMethodBody()?.GetILAsByteArray() is not { } il)
            return [];
        var typeArguments = method.DeclaringType!.GetGenericArguments();
        var methodArguments = method.IsGenericMethod ? method.GetGenericArguments() : [];
        return Tokens(il)
            .Select(token => method.Module.ResolveMember(token, typeArguments, methodArguments))
            .OfType<MemberInfo>();
    }

    private static void AddMember(HashSet<Type> found, MemberInfo member)
    {
        AddAttributes(found, member.CustomAttributes);
        switch (member)
        {
            case FieldInfo field:
                Add(found, field.FieldType);
                break;
            case MethodBase method:
                AddSignature(found, method);
                AddBody(found, method);
                break;
        }
    }

    private static void AddSignature(HashSet<Type> found, MethodBase method)
    {
        Add(found, (method as MethodInfo)?.ReturnType);
        foreach (var parameter in method.GetParameters())
            Add(found, parameter.ParameterType);
    }

    private static void AddBody(HashSet<Type> found, MethodBase method)
    {
        if (method.GetMethodBody() is not { } body)
            return;
        foreach (var local in body.LocalVariables)
            Add(found, local.LocalType);
        foreach (
            var handler in body.ExceptionHandlingClauses.Where(h => h.Flags == ExceptionHandlingClauseOptions.Clause)
        )
            Add(found, handler.CatchType);
        foreach (var used in Used(method))
            AddUsed(found, used);
    }

    private static void AddUsed(HashSet<Type> found, MemberInfo used)
    {
        Add(found, used as Type ?? used.DeclaringType);
        if (used is FieldInfo field)
            Add(found, field.FieldType);
        if (used is MethodBase method)
        {
            AddSignature(found, method);
            foreach (var argument in method.IsGenericMethod ? method.GetGenericArguments() : [])
                Add(found, argument);
        }
    }

    /// <summary>The metadata tokens in a method's code.</summary>
    private static IEnumerable<int> Tokens(byte[] il)
    {
        for (var at = 0; at < il.Length; )
        {
            var code = OpCodes[il[at] == 0xFE ? (short)(0xFE00 | il[++at]) : il[at]];
            at++;
            if (TakesToken(code.OperandType))
                yield return BitConverter.ToInt32(il, at);
            at += OperandBytes(code.OperandType, il, at);
        }
    }

    private static bool TakesToken(OperandType operand) =>
        operand
            is OperandType.InlineField
                or OperandType.InlineMethod
                or OperandType.InlineTok
                or OperandType.InlineType;

    private static int OperandBytes(OperandType operand, byte[] il, int at) =>
        operand switch
        {
            OperandType.InlineNone => 0,
            OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
            OperandType.InlineVar => 2,
            OperandType.InlineI8 or OperandType.InlineR => 8,
            OperandType.InlineSwitch => 4 + 4 * BitConverter.ToInt32(il, at),
            _ => 4,
        };

    private static void AddAttributes(HashSet<Type> found, IEnumerable<CustomAttributeData> attributes)
    {
        foreach (var attribute in attributes)
        {
            Add(found, attribute.AttributeType);
            foreach (var argument in attribute.ConstructorArguments)
                Add(found, argument.Value as Type);
        }
    }

    /// <summary>With what it is made of: elements of arrays, arguments of generic types.</summary>
    private static void Add(HashSet<Type> found, Type? type)
    {
        if (type is null)
            return;
        if (type.HasElementType)
            Add(found, type.GetElementType());
        else if (found.Add(type))
            foreach (var argument in type.GetGenericArguments())
                Add(found, argument);
    }
}
