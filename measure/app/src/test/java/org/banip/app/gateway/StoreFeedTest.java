package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What devices have sent into the store of a gateway comes to the far host, each sensor set at its instant. */
@Timeout(300)
class StoreFeedTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** What fills soon: a queue of 8 KiB for each class. */
    private static final SpoolSettings SMALL = new SpoolSettings(1000, 65_536, 8_192);

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

    @Test
    void valuesAndInstantsAreThoseOfTheDeviceWhateverItsClockDid() throws Exception {
        SentBan sent = new SentBan("ban-1", 1).sendsMuch();
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            sent.store(fed.store);
            fed.feed.wake();
            soon("all is delivered").until(fed::isDelivered);
            assertThat(fed.feed.passedOver()).isZero();
        }
        far.assertHas("ban-1", sent);
    }

    @Test
    void aFullSpoolHoldsItUpAndNothingIsLost() throws Exception {
        SentBan sent = new SentBan("ban-1", 2).sendsMuch();
        try (FedGateway fed = new FedGateway(directory, far.base(), SMALL, builder -> builder)) {
            sent.store(fed.store);
            fed.feed.wake();
            soon("packets are given").until(() -> fed.feed.given() > 0);
            assertThat(fed.isGiven()).isFalse();
            far.reachable();
            soon("all is delivered").until(fed::isDelivered);
        }
        far.assertHas("ban-1", sent);
    }

    @Test
    void anotherGatewayAndFeedGoOnWhereTheyEndedInOrder() throws Exception {
        SentBan first = new SentBan("ban-1", 3).sendsMuch();
        SentBan second = new SentBan("ban-1", 4).sendsMuch();
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            first.store(fed.store);
            soon("packets are given").until(() -> fed.feed.given() > 0);
        }
        far.unreachable();
        try (FedGateway fed = new FedGateway(directory, far.base())) {
            second.store(fed.store);
            soon("all is given").until(fed::isGiven);
        }
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            soon("all is delivered").until(fed::isDelivered);
        }
        far.assertHas("ban-1", first, second);
    }

    @Test
    void aSessionWhoseDeviceIsAwayHoldsUpNoYoungerOne() throws Exception {
        SentBan older = new SentBan("ban-1", 5).sendsFromTheSameOrigin();
        SentBan younger = new SentBan("ban-1", 6).sendsFromTheSameOrigin();
        try (FedGateway fed = new FedGateway(directory, far.reachable().base())) {
            older.store(fed.store, 0, 3);
            soon("the beginning is given").until(fed::isGiven);
            younger.store(fed.store);
            soon("the younger session is given").until(fed::isGiven);
            older.store(fed.store);
            soon("all is delivered").until(fed::isDelivered);
        }
        List<String> expected = new ArrayList<>(older.groups.get(0).rows.subList(0, older.unitsOf(0, 3)));
        expected.addAll(younger.groups.get(0).rows);
        expected.addAll(older.groups
                .get(0)
                .rows
                .subList(older.unitsOf(0, 3), older.groups.get(0).rows.size()));
        FarHost.assertSame("ecg", far.rows("ban-1", SentBan.ECG), expected);
    }

    @Test
    void whatIsInTheSpoolLeavesTheStoreAndSoDoSessionsThatHaveEnded() throws Exception {
        SentBan sent = new SentBan("ban-1", 7).sendsMuch();
        SentBan alive = new SentBan("ban-2", 8).sendsFromTheSameOrigin();
        try (FedGateway fed = new FedGateway(directory, far.base(), SpoolSettings.DEFAULT, builder -> builder)) {
            sent.store(fed.store);
            alive.store(fed.store);
            soon("the last packets are left").until(() -> fed.items(sent.session, 2) == 1);
            assertThat(fed.items(alive.session, 0)).isPositive();
            fed.store.end(sent.in(fed.store), SentBan.NOON);
            soon("the session has left")
                    .until(() -> fed.store.find(sent.session).isEmpty());
            assertThat(fed.store.find(alive.session)).isPresent();
            far.reachable();
            soon("all is delivered").until(fed::isDelivered);
        }
        far.assertHas("ban-1", sent);
        far.assertHas("ban-2", alive);
    }

    @Test
    void whatDoesNotDecodeOrIsDamagedIsPassedOver() throws Exception {
        SentBan sent = new SentBan("ban-1", 9).sendsMuch();
        List<Sequenced> items = sent.groups.get(2).items;
        for (int number : new int[] {20, 60, 61}) {
            items.set(number, Packet.of(((Packet) items.get(number)).header(), new byte[] {77}));
        }
        Path file = Files.createDirectories(directory.resolve("near")).resolve("store.db");
        try (JdbcStore store = JdbcStore.open(file)) {
            sent.store(store);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE item SET payload = zeroblob(3) WHERE sequence = 395"))
                    .isEqualTo(1);
        }
        try (FedGateway fed = new FedGateway(directory, far.reachable().base(), SMALL, builder -> builder)) {
            soon("all is delivered").until(fed::isDelivered);
            assertThat(fed.feed.passedOver()).isEqualTo(4);
        }
        List<String> rows = new ArrayList<>();
        for (int number = 0; number < items.size(); number++) {
            if (number != 20 && number != 60 && number != 61 && number != 395) {
                rows.addAll(sent.groups.get(2).rows.subList(sent.unitsOf(2, number), sent.unitsOf(2, number + 1)));
            }
        }
        FarHost.assertSame("fast", far.rows("ban-1", SentBan.FAST), rows);
        FarHost.assertSame("ecg", far.rows("ban-1", SentBan.ECG), sent.groups.get(0).rows);
    }

    @Test
    void whatTheGatewayDoesNotTakeWaitsAndHoldsUpNothingElse() throws Exception {
        SentBan sent = new SentBan("ban-1", 10).sendsFromTheSameOrigin();
        SentBan another = new SentBan("ban-2", 11).sendsFromTheSameOrigin();
        SentBan unknown = new SentBan("ban-1", 12).sendsFromTheSameOrigin();
        try (FedGateway fed = new FedGateway(
                directory,
                far.reachable().base(),
                SpoolSettings.DEFAULT,
                builder -> builder.limits(GatewayLimits.DEFAULTS.bans(1)))) {
            unknown.chain("zip()").store(fed.store);
            sent.store(fed.store);
            soon("it is given").until(() -> fed.feed.waiting().getOrDefault("ban-1", 0L) == unknown.items());
            another.store(fed.store);
            sent.groups.get(0).sends(SentBan.NOON, 0, 720);
            sent.store(fed.store);
            soon("more of it is given").until(() -> fed.feed.waiting().getOrDefault("ban-1", 0L) == unknown.items());
            assertThat(fed.feed.waiting()).containsEntry("ban-2", another.items());
        }
        try (FedGateway fed = new FedGateway(directory, far.base())) {
            soon("the other one is given, too").until(() -> !fed.feed.waiting().containsKey("ban-2"));
        }
        far.assertHas("ban-1", sent);
        far.assertHas("ban-2", another);
    }
}
