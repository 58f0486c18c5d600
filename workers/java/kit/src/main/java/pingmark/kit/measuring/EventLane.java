package pingmark.kit.measuring;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import pingmark.kit.protocol.Constants;

/**
 * Drives a lane on a library's event loop. A measurement begins there as a task, and ticks tell the lane the time;
 * after its end there are neither ticks nor messages, so a parked lane uses no CPU.
 */
final class EventLane {
    /** A message is found lost by two ticks: one that looks and, when a pass is through, one that confirms. */
    private static final long TICK_NS = Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS / 2;

    private final Lane lane;
    private final Client client;
    private final ScheduledExecutorService loop;
    private final Consumer<Boolean> receiving;
    private Future<?> ticks;

    EventLane(Lane lane, Client client, ScheduledExecutorService loop, Consumer<Boolean> receiving) {
        this.lane = lane;
        this.client = client;
        this.loop = loop;
        this.receiving = receiving;
    }

    void begin() {
        loop.execute(() -> {
            // With a delay rather than at a rate: after the process was stopped for a while, what has arrived comes
            // before a second tick.
            ticks = loop.scheduleWithFixedDelay(() -> guarded(lane::endPass), TICK_NS, TICK_NS, TimeUnit.NANOSECONDS);
            receiving.accept(true);
            guarded(lane::begin);
        });
    }

    /**
     * The lane runs no more. It is parked by a task of its own, when all that the loop is about to hand over has been
     * counted.
     */
    void ended() {
        loop.execute(this::park);
    }

    private void park() {
        if (!ticks.cancel(false)) {
            return; // a fault parked it before
        }
        receiving.accept(false);
        lane.end();
        client.park();
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) { // the reply must come all the same
            client.abort(e);
            park();
        }
    }
}
