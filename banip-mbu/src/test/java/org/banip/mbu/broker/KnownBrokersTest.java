package org.banip.mbu.broker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.banip.mbu.spi.BrokerSource;
import org.banip.mbu.spi.BrokerSource.Broker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class KnownBrokersTest {
    private @Nullable List<Broker> told = List.of();
    private boolean fails;

    private KnownBrokers known(long seed) {
        BrokerSource source = () -> {
            if (fails) {
                throw new IOException("no answer");
            }
            return told;
        };
        return new KnownBrokers(
                source,
                base -> {
                    if (base.getScheme().equals("http")) {
                        throw new IllegalArgumentException("plain");
                    }
                    return base;
                },
                new Random(seed));
    }

    private static Broker broker(String name, int priority, int weight) {
        return new Broker(URI.create("https://" + name + "/"), priority, weight);
    }

    private static List<String> names(List<Candidate> ranked) {
        return ranked.stream().map(each -> each.base.getHost()).collect(Collectors.toList());
    }

    @Test
    void withoutWeightsTheOrderOfTheListCounts() {
        told = List.of(broker("c", 1, 0), broker("a", 0, 0), broker("b", 0, 0));
        assertThat(names(known(1).refreshed())).containsExactly("a", "b", "c");
    }

    @Test
    void weightsDecideHowOftenABrokerGoesFirst() {
        told = List.of(broker("seldom", 0, 10), broker("often", 0, 30));
        Map<String, Integer> first = new HashMap<>();
        for (int seed = 0; seed < 2000; seed++) {
            first.merge(names(known(seed).refreshed()).get(0), 1, Integer::sum);
        }
        assertThat(first.get("often")).isBetween(1350, 1650);
    }

    @Test
    void theOrderThatWasDrawnStays() {
        KnownBrokers known = known(5);
        told = List.of(broker("a", 0, 10), broker("b", 0, 10), broker("c", 0, 10));
        List<String> drawn = names(known.refreshed());
        for (int n = 0; n < 20; n++) {
            assertThat(names(known.refreshed())).isEqualTo(drawn);
        }
        told = new ArrayList<>(told);
        told.add(broker("d", 0, 1000));
        List<String> more = new ArrayList<>(drawn);
        more.add("d");
        assertThat(names(known.refreshed())).as("a new one comes last").isEqualTo(more);
    }

    @Test
    void whatIsNotAllowedOrTwiceIsLeftOut() {
        told = List.of(
                new Broker(URI.create("http://plain/"), 0, 0), broker("a", 1, 0), broker("a", 2, 0), broker("b", 0, 0));
        assertThat(names(known(1).refreshed())).containsExactly("b", "a");
    }

    @Test
    void whatIsNotAllowedIsLoggedOnce() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(KnownBrokers.class);
        lines.start();
        logger.addAppender(lines);
        try {
            KnownBrokers known = known(1);
            told = List.of(new Broker(URI.create("http://plain/"), 0, 0), broker("a", 1, 0));
            for (int n = 0; n < 5; n++) {
                assertThat(names(known.refreshed())).containsExactly("a");
            }
            assertThat(lines.list).hasSize(1);
            told = List.of(broker("a", 1, 0));
            assertThat(known.refreshed()).hasSize(1);
            told = List.of(new Broker(URI.create("http://plain/"), 0, 0), broker("a", 1, 0));
            assertThat(known.refreshed()).hasSize(1);
            assertThat(lines.list).as("it was gone, and is back").hasSize(2);
        } finally {
            logger.detachAppender(lines);
        }
    }

    @Test
    void aSourceThatFailsLeavesWhatIsKnown() {
        KnownBrokers known = known(1);
        told = List.of(broker("a", 0, 0));
        List<Candidate> before = known.refreshed();
        fails = true;
        assertThat(known.refreshed()).isEqualTo(before);
        assertThat(known.problem()).isEqualTo("no answer");
    }

    /** It is code of the app. */
    @Test
    void aSourceThatThrowsLeavesWhatIsKnown() {
        KnownBrokers known = known(1);
        told = List.of(broker("a", 0, 0));
        List<Candidate> before = known.refreshed();
        told = null;
        assertThat(known.refreshed()).isEqualTo(before);
        assertThat(known.problem()).startsWith("the source of brokers threw java.lang.NullPointerException");
        told = List.of(broker("b", 0, 0));
        assertThat(names(known.refreshed())).containsExactly("b");
    }

    @Test
    void tenThousandBrokersAreCutOff() {
        List<Broker> many = new ArrayList<>();
        for (int n = 0; n < 10_000; n++) {
            many.add(broker("host" + n, 0, 65_535));
        }
        told = many;
        assertThat(known(1).refreshed()).hasSize(BrokerSource.MOST);
    }
}
