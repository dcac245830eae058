package org.banip.measure.jini;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.banip.app.store.EventLines;
import org.banip.app.store.StoreInterest;
import org.banip.core.json.JsonObject;
import org.banip.core.transcoding.Transcoders;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;

/**
 * What {@code banip store} does, with a clock. Says {@code ready}. Words: {@code window FROM UNTIL}, in nanoseconds since the epoch; {@code times},
 * which it answers with {@code times}; {@code end}.
 */
public final class TimedStoreProcess {
    private TimedStoreProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        JvmFilter.installForWholeJvm();
        LookupAddress lookup = LookupAddress.parse(specification.string("lookup"));
        DueTimes times = new DueTimes();
        EventLines lines = new EventLines(new PrintWriter(System.err, true, StandardCharsets.UTF_8), Clock.systemUTC());
        try (Transport transport = Transport.loopback();
                Store store = new TimedStore(JdbcStore.open(Path.of(specification.string("store"))), times)) {
            StoreInterest interest =
                    new StoreInterest(store, Transcoders.installed(), Set.of(), Clock.systemUTC(), lines, () -> {});
            BanSubscriber subscriber = BanSubscriber.builder(
                            new LookupDirectory(lookup, transport), transport, interest)
                    .start();
            console.say(Console.event("ready"));
            answer(console, store, times);
            subscriber.close();
        }
        System.exit(0);
    }

    private static void answer(Console console, Store store, DueTimes times) throws InterruptedException {
        for (String word = console.hear(); !word.equals("end"); word = console.hear()) {
            List<String> words = List.of(word.split(" ", -1));
            if (words.get(0).equals("window")) {
                times.window(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
            } else {
                console.say(Console.event("times")
                        .field("packets", store.statistics().packets())
                        .field("latency", FeedWindow.encoded(times.copy())));
            }
        }
    }
}
