package pingmark.kit.protocol;

import java.util.LinkedHashMap;
import java.util.Map;

/** The values of a stack's options in one role. */
public final class StackOptions {
    public static final StackOptions NONE = new StackOptions();

    private final Map<StackOption, Long> values = new LinkedHashMap<>();

    private StackOptions() {
    }

    static StackOptions from(Request request, Description stack, StackOption.Role role) throws Unsupported {
        StackOptions read = new StackOptions();
        for (StackOption option : stack.options()) {
            if (option.isOf(role)) {
                read.values.put(option, option.read(request));
            }
        }
        return read;
    }

    /** Returns the default if the stack does not have the option. */
    public long number(StackOption option) {
        return values.getOrDefault(option, option.defaultValue());
    }

    public boolean on(StackOption flag) {
        return number(flag) != 0;
    }

    /** Returns the fields of a reply, each a number or a boolean. */
    public Map<String, Object> effective() {
        Map<String, Object> fields = new LinkedHashMap<>();
        values.forEach((option, value) -> fields.put(option.name(), option.isFlag() ? (Object) (value != 0) : value));
        return fields;
    }
}
