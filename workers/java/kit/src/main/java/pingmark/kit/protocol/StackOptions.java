package pingmark.kit.protocol;

import java.util.LinkedHashMap;
import java.util.Map;

/** Holds the values of a stack's options in one of its roles, effective as they stand here. */
public final class StackOptions {
    public static final StackOptions NONE = new StackOptions();

    private final Map<StackOption, Long> values = new LinkedHashMap<>();

    private StackOptions() {
    }

    static StackOptions from(Request request, Description stack, StackOption.Role role) throws Unsupported {
        StackOptions taken = new StackOptions();
        for (StackOption option : stack.options()) {
            if (option.isOf(role)) {
                taken.values.put(option, option.read(request));
            }
        }
        return taken;
    }

    /** Of a stack that has no such option, what holds where it is not asked for. */
    public long number(StackOption option) {
        return values.getOrDefault(option, option.absent());
    }

    public boolean on(StackOption flag) {
        return number(flag) != 0;
    }

    /** What a reply tells of them, asked for or not: each is a number or a boolean. */
    public Map<String, Object> effective() {
        Map<String, Object> told = new LinkedHashMap<>();
        values.forEach((option, value) -> told.put(option.name(), option.isFlag() ? (Object) (value != 0) : value));
        return told;
    }
}
