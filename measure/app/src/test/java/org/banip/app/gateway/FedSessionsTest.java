package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several sessions of a BAN, and sessions that come again, in the store of a gateway. */
@Timeout(300)
class FedSessionsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private FarHost far;

    @BeforeEach
    void start() throws Exception {
        far = new FarHost(directory);
    }

    @AfterEach
    void end() throws Exception {
        far.close();
    }

    private static ConditionFactory soon(String what) {
        return await(what).atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
    }

    /** Packets that are one message each. */
    private static SentBan sendsSingly(long seed, int packets) {
        return sendsSingly(seed, packets, "ban-1");
    }

    private static SentBan sendsSingly(long seed, int packets, String ban) {
        SentBan sent = new SentBan(ban, seed);
        for (int i = 0; i < packets; i++) {
            sent.groups.get(1).sends(SentBan.NOON + (seed * 3600 + i * 3L) * SentBan.SECOND, 0, 1);
        }
        return sent;
    }

    @Test
    void noMoreIsGivenBehindTheWrittenPositionsThanTheGatewayKnowsAgain() throws Exception {
        SentBan[] all = {sendsSingly(1, 500), sendsSingly(2, 500), sendsSingly(3, 500)};
        Path near = Files.createDirectories(directory.resolve("near"));
        try (JdbcStore store = JdbcStore.open(near.resolve("store.db"))) {
            for (SentBan one : all) {
                one.store(store);
            }
        }
        Path blocked = Files.createDirectories(near.resolve("positions.new"));
        Path inside = Files.createFile(blocked.resolve("inside")); // the file cannot be written
        try (FedGateway fed = new FedGateway(directory, far.base())) {
            soon("as much is given as may be").until(() -> fed.feed.given() >= FedGroup.MOST_UNWRITTEN);
            SentBan pulse = new SentBan("ban-2", 4);
            for (int pass = 0; pass < 5; pass++) { // the feed looks at all sessions again
                pulse.groups.get(1).sends(SentBan.NOON + pass * 3L * SentBan.SECOND, 0, 1);
                pulse.store(fed.store);
                fed.feed.wake();
                soon("the other BAN's packet is given")
                        .until(() -> !fed.feed.waiting().containsKey("ban-2"));
            }
            assertThat(fed.feed.waiting().get("ban-1")).isGreaterThanOrEqualTo(3 * 500 - FedGroup.MOST_UNWRITTEN);
        }
        Files.delete(inside);
        Files.delete(blocked);
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            soon("all is delivered").until(fed::isDelivered);
        }
        far.assertHas("ban-1", all);
    }

    @Test
    void aSessionThatWasRemovedAndMadeAgainIsGiven() throws Exception {
        SentBan sent = new SentBan("ban-1", 9).sendsFromTheSameOrigin();
        SentBan pulse = sendsSingly(5, 1, "ban-2");
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            InterconnectRecord first = sent.in(fed.store);
            pulse.store(fed.store);
            soon("the sessions are known to the feed").until(fed::isGiven);
            assertThat(fed.store.removeIfEmpty(first)).isTrue();
            assertThat(sent.in(fed.store).id()).isNotEqualTo(first.id());
            sent.store(fed.store);
            soon("all is delivered").until(fed::isDelivered);
        }
        far.assertHas("ban-1", sent);
    }

    @Test
    void aLostFileOfPositionsRepeatsNothingThatWasForgotten() throws Exception {
        SentBan sent = sendsSingly(7, 1_200);
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            sent.store(fed.store);
            soon("the last packet is left").until(() -> fed.items(sent.session, 1) == 1);
        }
        Files.delete(directory.resolve("near").resolve("positions"));
        try (FedGateway fed = new FedGateway(directory, far.base())) {
            soon("all is delivered").until(fed::isDelivered);
            assertThat(fed.feed.passedOver()).isZero();
        }
        far.assertHas("ban-1", sent);
    }

    @Test
    void aBanThatFailsHoldsUpNoOther() throws Exception {
        List<TranscoderProvider> known = new ArrayList<>(Transcoders.installed().all());
        known.add(new BreakingProvider("breaks", true));
        known.add(new BreakingProvider("breaks-later", false));
        SentBan unreadable = sendsSingly(11, 1, "ban-1").chain("packetizer(units=1,hold=0)|breaks");
        SentBan undecodable = sendsSingly(12, 1, "ban-2").chain("packetizer(units=1,hold=0)|breaks-later");
        SentBan sound = sendsSingly(13, 3, "ban-3");
        Path near = Files.createDirectories(directory.resolve("near"));
        try (JdbcStore store = JdbcStore.open(near.resolve("store.db"))) {
            for (SentBan one : List.of(unreadable, undecodable, sound)) {
                one.store(store);
            }
        }
        try (FedGateway fed = new FedGateway(
                directory, far.reachable().base(), SpoolSettings.DEFAULT, builder -> builder, new Transcoders(known))) {
            soon("the sound BAN is given").until(() -> !fed.feed.waiting().containsKey("ban-3"));
            assertThat(fed.feed.waiting()).containsOnlyKeys("ban-1", "ban-2");
        }
        far.assertHas("ban-3", sound);
    }

    @Test
    void aSessionThatIsRefusedAgainCountsOnceAndDoesNotMove() throws Exception {
        SentBan first = sendsSingly(14, 1, "ban-1");
        SentBan second = sendsSingly(15, 1, "ban-2");
        try (FedGateway fed = new FedGateway(
                directory,
                far.reachable().base(),
                SpoolSettings.DEFAULT,
                builder -> builder.limits(GatewayLimits.DEFAULTS.bans(1)))) {
            first.store(fed.store);
            soon("the first BAN is given").until(fed::isGiven);
            second.store(fed.store);
            soon("the second one is refused").until(() -> !fed.feed.somethingMoves());
            assertThat(fed.feed.waiting()).containsEntry("ban-2", 1L);
            DescribedBan described = DescribedBan.ofDevice(second.description());
            assertThat(fed.gateway
                            .intake()
                            .describeAgain(described)
                            .toCompletableFuture()
                            .join())
                    .isPresent();
            assertThat(fed.gateway.counters().refused()).isEqualTo(1);
        }
    }
}
