package org.banip.measure.jini;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.Rights;
import org.banip.surrogate.jini.service.SurrogateService;
import org.banip.surrogate.jini.subscription.BatchRule;
import org.banip.surrogate.jini.subscription.SubscriptionCounts;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.jini.subscription.Subscriptions;
import org.banip.surrogate.jini.transport.Transport;

/**
 * The host's side of a case. Says {@code ready} with the surrogate's address. Words: {@code rate SETS}, 0 as fast as they are taken; {@code count},
 * which it answers with {@code counted}; {@code end}.
 */
public final class SourceProcess {
    private static final String RATE = "rate ";

    private SourceProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        JvmFilter.installForWholeJvm();
        int batches = (int) specification.integer("batches", 0, Integer.MAX_VALUE);
        String keys = specification.string("keys");
        SubscriptionSettings settings = SubscriptionSettings.DEFAULT
                .withTimes(Duration.ofMinutes(1), Duration.ofMinutes(1))
                .with(batches == FeedSettings.ADAPTIVE ? BatchRule.ADAPTIVE : BatchRule.fixed(batches));
        FeedSurrogate surrogate = FeedSurrogate.create();
        try (Transport transport = FeedTls.transport(keys.isEmpty() ? Optional.empty() : Optional.of(Path.of(keys)));
                FeedHost host = new FeedHost(surrogate);
                Subscriptions subscriptions = new Subscriptions(host, settings, transport);
                RemoteObjects objects = RemoteObjects.listen(transport)) {
            Rights rights = new Rights(Optional.of(new Anybody()), Optional.empty());
            ObjectAddress at = objects.export(new SurrogateService(surrogate, rights, subscriptions));
            FeedSender sender = new FeedSender(host, surrogate);
            Thread sending = new Thread(sender, "banip-measure-sender");
            sending.setDaemon(true);
            sending.start();
            console.say(Console.event("ready")
                    .field("port", at.port())
                    .field("object", at.object().toString())
                    .field("session", surrogate.description().session().toString()));
            for (String word = console.hear(); !word.equals("end"); word = console.hear()) {
                if (word.startsWith(RATE)) {
                    sender.rate(Long.parseLong(word.substring(RATE.length())));
                } else {
                    SubscriptionCounts counts = subscriptions.counts();
                    console.say(Console.event("counted")
                            .field("lateMillis", sender.lateMillis())
                            .field("calls", counts.calls())
                            .field("events", counts.events())
                            .field("bytes", counts.bytes()));
                }
            }
        }
        System.exit(0);
    }

    /** All of this machine. */
    private static final class Anybody implements ViewerAccess {
        @Override
        public boolean needsToken() {
            return false;
        }

        @Override
        public boolean admits(String token, boolean local) {
            return local && InetAddress.getLoopbackAddress().isLoopbackAddress();
        }
    }
}
