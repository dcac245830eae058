package org.banip.surrogate.subscriber;

import java.util.Optional;
import org.banip.core.transcoding.Transcoders;
import org.banip.server.executor.OwnThreads;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.store.Store;

/** Reads a session that has ended back from the store for one listener, on a thread of its own: its appearance, its data, its end. */
public final class Replay {
    private Replay() {}

    /**
     * Begins.
     *
     * @param known the components of chains
     * @param ended the surrogate; nothing is known of what it received if its statistics have no groups
     * @return ends it early
     */
    public static Subscription start(
            String name,
            Store store,
            Transcoders known,
            SurrogateHandle ended,
            StartPoint.Stored from,
            Disappearance reason,
            SurrogateListener listener) {
        SurrogateHandle now = StoredSurrogate.now(ended);
        Optional<SurrogateHandle> counted =
                Optional.of(now).filter(handle -> !handle.statistics().groups().isEmpty());
        CatchUp reading = new CatchUp(store, known, session -> counted, from, listener);
        SurrogateDescription surrogate = ended.description();
        Subscription replay = reading.ending(NothingLive.INSTANCE);
        OwnThreads.daemon("banip-subscriber-" + name, () -> {
                    reading.appeared(surrogate);
                    reading.disappeared(surrogate, reason);
                })
                .start();
        return replay;
    }

    /** Nothing comes any more. */
    private enum NothingLive implements Subscription {
        INSTANCE;

        @Override
        public SubscriberStatistics statistics() {
            return SubscriberStatistics.NONE;
        }

        @Override
        public void close() {}
    }
}
