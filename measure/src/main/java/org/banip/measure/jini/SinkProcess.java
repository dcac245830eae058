package org.banip.measure.jini;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.SurrogateInterest;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.transport.Transport;

/** The subscriber of a case. Says {@code subscribed}. Words: {@code begin}; {@code window}, which it answers with {@code window}; {@code end}. */
public final class SinkProcess {
    private static final int LAST_PORT = 65_535;

    private SinkProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        JvmFilter.installForWholeJvm();
        FeedWindow window = new FeedWindow(() -> console.say(Console.event("subscribed")));
        String keys = specification.string("keys");
        ListedSurrogate source = source(specification);
        try (Transport transport = FeedTls.transport(keys.isEmpty() ? Optional.empty() : Optional.of(Path.of(keys)))) {
            BanSubscriber subscriber = BanSubscriber.builder(() -> List.of(source), transport, new Everything(window))
                    .start();
            answer(console, window);
            subscriber.close();
        }
        System.exit(0);
    }

    private static void answer(Console console, FeedWindow window) throws InterruptedException {
        for (String word = console.hear(); !word.equals("end"); word = console.hear()) {
            if (word.equals("begin")) {
                window.begin();
            } else {
                console.say(window.end());
            }
        }
    }

    private static ListedSurrogate source(JsonObject specification) {
        int port = (int) specification.integer("port", 1, LAST_PORT);
        UUID object = UUID.fromString(specification.string("object"));
        UUID session = UUID.fromString(specification.string("session"));
        return new ListedSurrogate(session, "measured", "source", 1, new ObjectAddress("127.0.0.1", port, object));
    }

    /** From now on. */
    private record Everything(SurrogateListener listener) implements SurrogateInterest {
        @Override
        public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
            return StartPoint.now();
        }

        @Override
        public SurrogateListener listener(SurrogateDescription surrogate) {
            return listener;
        }
    }
}
