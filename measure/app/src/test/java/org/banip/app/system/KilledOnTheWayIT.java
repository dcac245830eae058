package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.surrogate.alert.WebhookReceiver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Host, broker or both are killed while an alert is on its way: from the finding, which the MBU or the host makes, to the webhook. An idempotent receiver
 * gets each step of each alert once, and none is lost. Rounds and seed are those of the fault suite (docs/faults.md).
 */
@Timeout(3600)
class KilledOnTheWayIT {
    /** Who is killed. */
    private enum Killed {
        HOST,
        BROKER,
        BOTH
    }

    /** When they are killed. */
    private enum Moment {
        /** The finding is made, by the MBU, or its sample is offered: nothing has gone yet. */
        FOUND,
        /** Up to 60 ms later: finding or sample may be under way, stored, or on its way to the receiver. */
        UNDER_WAY,
        /** The receiver has the request, and answers when the kill is done. */
        WITHHELD,
        /** The receiver has refused the request, so the alert is raised, and waits. */
        REFUSED
    }

    private static final int ROUNDS = Integer.getInteger("banip.faults.rounds", 6);
    private static final long SEED = Long.getLong("banip.faults.seed", 1);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int LONGEST_WAIT_NANOS = 60_000_000;
    private static final int LOW = 0;
    private static final int HIGH = 100;
    /** The MBU watches one, the host the other one. */
    private static final List<SensorGroup> GROUPS = List.of(group("by-mbu"), group("by-host"));

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);
    /** What happens when the MBU has found something, before it is sent. */
    private final AtomicReference<Runnable> whenFound = new AtomicReference<>(() -> {});
    /** The sampling instants of the findings. */
    private final Map<String, Integer> found = new HashMap<>();

    private static SensorGroup group(String name) {
        return SensorGroup.live(name, Frequency.ofHz(10), List.of(new Channel("level", "", 8, 0, 100, 0, 100)));
    }

    private static String rules(String group) {
        return "{\"detectors\": [{\"name\": \"high\", \"kind\": \"threshold\", \"group\": \"" + group
                + "\", \"channel\": \"level\", \"above\": 50}]}";
    }

    @Test
    void eachStepComesOnceWhoeverIsKilledBetweenRaiseAndDelivery() throws Exception {
        System.out.println("KilledOnTheWayIT seed " + SEED + ", " + ROUNDS + " rounds");
        Map<String, Integer> kinds = new HashMap<>();
        try (WebhookReceiver receiver = new WebhookReceiver((number, request) -> 200)) {
            Files.writeString(directory.resolve("key"), "0123456789abcdef0123456789abcdef");
            Files.writeString(
                    directory.resolve("contacts.json"),
                    "{\"contacts\": [{\"name\": \"ward\", \"webhook\": \"" + receiver.url("/")
                            + "\", \"keyFile\": \"key\"}], \"rules\": [{\"to\": [\"ward\"]}]}");
            Files.writeString(directory.resolve("detectors.json"), rules("by-host"));
            try (HostAndBroker servers = new HostAndBroker(
                            directory, "--detectors", "detectors.json", "--alert-contacts-file", "contacts.json");
                    MobileBaseUnit mbu = mbu(servers)) {
                for (int round = 0; round < ROUNDS; round++) {
                    String kind = round(servers, receiver, mbu, round);
                    kinds.merge(kind, 1, Integer::sum);
                }
                await("all alerts are over").atMost(PATIENCE).until(() -> taken(receiver, "ended") >= ROUNDS);
                mbu.awaitDelivered(PATIENCE);
            }
            check(receiver.taken());
        }
        System.out.println("rounds by kind: " + kinds);
    }

    private MobileBaseUnit mbu(HostAndBroker servers) {
        return MobileBaseUnit.builder()
                .broker(servers.brokerUri())
                .credentials(Credentials.basic("ban-1", HostAndBroker.PASSWORD))
                .ban("ban-1")
                .input(GROUPS.get(0))
                .input(GROUPS.get(1))
                .chain("packetizer(units=1,hold=0)")
                .detectors(AlertRules.parse(rules("by-mbu"), "test"), this::found)
                .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(100)))
                .closeTimeout(PATIENCE)
                .start();
    }

    private void found(Finding finding) {
        whenFound.get().run();
    }

    /** One alert that is raised and ends; returns what kind of round it was. */
    private String round(HostAndBroker servers, WebhookReceiver receiver, MobileBaseUnit mbu, int round)
            throws Exception {
        Killed killed = Killed.values()[random.nextInt(Killed.values().length)];
        Moment moment = Moment.values()[random.nextInt(Moment.values().length)];
        boolean byMbu = random.nextBoolean();
        boolean takes = random.nextBoolean();
        boolean waits = random.nextInt(4) > 0;
        int wait = random.nextInt(LONGEST_WAIT_NANOS);
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        long before = taken(receiver, "raised");
        receiver.answer((number, request) -> answer(request, moment, takes, arrived, done));
        // These and not those that are started again: another thread of the MBU may tell of the finding just then.
        List<BanipProcess> victims = victims(servers, killed);
        whenFound.set(() -> {
            if (moment == Moment.FOUND) {
                victims.forEach(BanipProcess::kill);
            }
        });
        offer(mbu, byMbu, HIGH);
        whenFound.set(() -> {});
        switch (moment) {
            case FOUND -> {}
            case UNDER_WAY -> LockSupport.parkNanos(wait);
            case WITHHELD, REFUSED -> arrived.await();
        }
        victims.forEach(BanipProcess::kill);
        boolean onTheWay = taken(receiver, "raised") == before;
        done.countDown();
        receiver.answer((number, request) -> 200);
        offer(mbu, byMbu, LOW); // the end waits at the MBU, if it has no way
        startAgain(servers, killed);
        if (waits) {
            await("round " + round + " of seed " + SEED)
                    .atMost(PATIENCE)
                    .until(() -> taken(receiver, "ended") == round + 1);
        }
        return (byMbu ? "MBU" : "host") + " finds, " + killed + " killed, " + moment + (onTheWay ? "" : ", too late");
    }

    /** An answer while a round is under way. */
    private static int answer(
            WebhookReceiver.Request request, Moment moment, boolean takes, CountDownLatch arrived, CountDownLatch done)
            throws InterruptedException {
        if (!request.body().contains("\"event\":\"raised\"")) {
            return 200;
        }
        arrived.countDown();
        if (moment == Moment.WITHHELD) {
            done.await();
        }
        return moment == Moment.REFUSED || (moment == Moment.WITHHELD && !takes) ? 503 : 200;
    }

    private void offer(MobileBaseUnit mbu, boolean byMbu, int value) {
        SensorGroup group = GROUPS.get(byMbu ? 0 : 1);
        assertThat(mbu.input(group.name()).offerNext(value)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    private static List<BanipProcess> victims(HostAndBroker servers, Killed killed) {
        return switch (killed) {
            case HOST -> List.of(servers.host());
            case BROKER -> List.of(servers.broker());
            case BOTH -> List.of(servers.host(), servers.broker());
        };
    }

    private static void startAgain(HostAndBroker servers, Killed killed) throws IOException {
        if (killed != Killed.BROKER) {
            servers.startHostAgain();
        }
        if (killed != Killed.HOST) {
            servers.startBrokerAgain();
        }
        servers.host().awaitReady();
        servers.broker().awaitReady();
    }

    private static long taken(WebhookReceiver receiver, String event) {
        return receiver.taken().stream()
                .filter(request -> request.body().contains("\"event\":\"" + event + "\""))
                .count();
    }

    private void check(List<WebhookReceiver.Request> taken) {
        Map<String, List<String>> steps = new HashMap<>();
        for (WebhookReceiver.Request request : taken) {
            JsonObject json = JsonObject.parse(request.body());
            steps.computeIfAbsent(json.string("id"), id -> new ArrayList<>()).add(json.string("event"));
            if (json.string("event").equals("raised")) {
                found.merge(json.string("by") + Instant.parse(json.string("since")), 1, Integer::sum);
            }
        }
        assertThat(steps.values())
                .as("steps of each alert")
                .allSatisfy(events -> assertThat(events).containsExactly("raised", "ended"));
        assertThat(steps).hasSize(ROUNDS);
        assertThat(found.values()).as("beginnings %s", found).hasSize(ROUNDS).containsOnly(1);
    }
}
