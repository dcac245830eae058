package org.banip.measure.jini;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.client.SurrogateInterest;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;

/**
 * What {@code banip watch --jini} does for one BAN, for all of them: it takes their live data. Says {@code following} when it has data of as many
 * BANs as it was told of. Words: {@code again}, after which it says {@code following} once more, counted from then; {@code end}.
 */
public final class WatchingProcess {
    private static final int MOST_BANS = 10_000;

    private WatchingProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        JvmFilter.installForWholeJvm();
        int bans = (int) specification.integer("bans", 1, MOST_BANS);
        Live live = new Live(bans, () -> console.say(Console.event("following")));
        LookupAddress lookup = LookupAddress.parse(specification.string("lookup"));
        try (Transport transport = Transport.loopback()) {
            BanSubscriber subscriber = BanSubscriber.builder(new LookupDirectory(lookup, transport), transport, live)
                    .start();
            for (String word = console.hear(); !word.equals("end"); word = console.hear()) {
                live.again();
            }
            subscriber.close();
        }
        System.exit(0);
    }

    /** Everything from now on. */
    private static final class Live implements SurrogateInterest, SurrogateListener {
        private final int bans;
        private final Runnable atAll;
        private final Set<UUID> delivering = new HashSet<>();

        Live(int bans, Runnable atAll) {
            this.bans = bans;
            this.atAll = atAll;
        }

        @Override
        public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
            return StartPoint.now();
        }

        @Override
        public SurrogateListener listener(SurrogateDescription surrogate) {
            return this;
        }

        synchronized void again() {
            delivering.clear();
        }

        @Override
        public synchronized void delivered(SensorData data) {
            if (delivering.add(data.surrogate().session()) && delivering.size() == bans) {
                atAll.run();
            }
        }
    }
}
