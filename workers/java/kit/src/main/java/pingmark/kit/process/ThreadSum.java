package pingmark.kit.process;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sums up what the system counts for each thread as long as that lives. What has been counted stays, so that the sum
 * never becomes less: a thread of ours says what it had when it ends; of one that the runtime ends, as a compiler's
 * that has nothing to do, the last reading stays.
 */
final class ThreadSum {
    private final Map<Long, Long> living = new HashMap<>();
    /** Their counts are in {@link #ended}; they may be listed a little longer. */
    private final Set<Long> leaving = new HashSet<>();
    private long ended;

    /** @param now what each thread that lives has */
    long of(Map<Long, Long> now) {
        keep(now.keySet());
        now.forEach((thread, count) -> {
            if (!leaving.contains(thread)) {
                Long before = living.put(thread, count);
                ended += before != null && count < before ? before : 0; // another one, that got the number
            }
        });
        long sum = ended;
        for (long count : living.values()) {
            sum += count;
        }
        return sum;
    }

    /** All others have ended. */
    void keep(Set<Long> threads) {
        leaving.retainAll(threads);
        living.entrySet().removeIf(thread -> {
            boolean hasEnded = !threads.contains(thread.getKey());
            ended += hasEnded ? thread.getValue() : 0;
            return hasEnded;
        });
    }

    /** The thread is about to end, and has this. */
    void ends(long thread, long count) {
        Long before = living.remove(thread);
        ended += before == null ? count : Math.max(before, count);
        leaving.add(thread);
    }
}
