package pingmark.kit.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How the threads of a later JDK are come by, with platform threads in their place. */
class VirtualThreadsTest {
    private static final Runtime.Version LEAST = Runtime.Version.parse("21");
    private static final List<Thread> MADE = new CopyOnWriteArrayList<>();

    /** What {@code Thread} has from JDK 21 on. */
    public static final class Threads {
        private Threads() {
        }

        public static Builder ofVirtual() {
            return new Made();
        }
    }

    public interface Parent {
        ThreadFactory factory();
    }

    public interface Builder extends Parent {}

    private static final class Made implements Builder {
        @Override
        public ThreadFactory factory() {
            return task -> {
                MADE.add(new Thread(task));
                return MADE.get(MADE.size() - 1);
            };
        }
    }

    @Test
    void eachTaskHasAThreadOfTheFactory() throws Exception {
        Executor starter = VirtualThreads.starter(Threads.class, LEAST);
        CyclicBarrier together = new CyclicBarrier(3);
        List<Thread> ran = new CopyOnWriteArrayList<>();
        for (int task = 0; task < 2; task++) {
            starter.execute(() -> {
                ran.add(Thread.currentThread());
                arrive(together);
            });
        }
        together.await(5, TimeUnit.MINUTES);
        assertEquals(2, ran.size());
        assertTrue(MADE.containsAll(ran));
    }

    private static void arrive(CyclicBarrier barrier) {
        try {
            barrier.await(5, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anOlderJdkHasNoneAndIsNamed() {
        Runtime.Version older = Runtime.Version.parse("20.0.1");
        String said = assertThrows(IllegalStateException.class, () -> VirtualThreads.starter(Threads.class, older))
                              .getMessage();
        assertEquals("needs JDK 21 or later; this is 20.0.1", said);
    }

    @Test
    void thisJdkHasThemOrSaysThatItIsTooOld() throws Exception {
        if (Runtime.version().compareTo(LEAST) < 0) {
            assertThrows(IllegalStateException.class, VirtualThreads::starter);
            return;
        }
        CyclicBarrier ran = new CyclicBarrier(2);
        VirtualThreads.starter().execute(() -> arrive(ran));
        ran.await(5, TimeUnit.MINUTES);
    }
}
