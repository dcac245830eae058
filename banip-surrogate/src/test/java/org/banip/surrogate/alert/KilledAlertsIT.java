package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.banip.core.alert.AlertNotice;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host is killed again and again while detectors find, alerts are kept and steps are delivered: an idempotent receiver gets each step of each alert
 * once, and none is lost. Rounds and seed are those of the fault suite (docs/faults.md).
 */
@SuppressWarnings("try") // what is open is not named
class KilledAlertsIT {
    private static final int ROUNDS = Integer.getInteger("banip.faults.rounds", 6);
    private static final long SEED = Long.getLong("banip.faults.seed", 1);
    /** Digital values of 0 mV and 2.5 mV. */
    private static final int LOW = 1024;

    private static final int HIGH = 1524;
    private static final int MOST_PACKETS = 24;
    private static final int LONGEST_WAIT_NANOS = 40_000_000;

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);
    private final AtomicReference<AlertHostProcess> host = new AtomicReference<>();
    /** Requests until the host is killed on the arrival of one. */
    private final AtomicInteger requestsLeft = new AtomicInteger(Integer.MAX_VALUE);
    /** What the MBU's app was told, each step once. */
    private final Set<AlertNotice> told = Collections.synchronizedSet(new LinkedHashSet<>());
    /** Packets that the MBU has sampled. */
    private int sampled;

    @Test
    void eachStepOfEachAlertComesOnceHoweverOftenTheHostIsKilled() throws Exception {
        System.out.println("seed " + SEED + ", " + ROUNDS + " rounds");
        try (WebhookReceiver receiver = new WebhookReceiver((number, request) -> answer(number))) {
            write(receiver);
            TestMbu mbu = null;
            for (int round = 0; round < ROUNDS; round++) {
                int fresh = 2 + 2 * random.nextInt(MOST_PACKETS / 2);
                sampled += fresh;
                try (AlertHostProcess running = new AlertHostProcess(directory)) {
                    host.set(running);
                    mbu = mbu == null ? new TestMbu(running.base()) : mbu.at(running.base());
                    killedRound(mbu, running, fresh);
                }
            }
            requestsLeft.set(Integer.MAX_VALUE);
            sampled += 2;
            try (AlertHostProcess last = new AlertHostProcess(directory)) {
                TestMbu back = mbu.at(last.base());
                // Its reverse channel first: without one, the answer to data brings steps, which this MBU does not read
                // there.
                try (WearerMbu wearer = wearer(back)) {
                    send(back);
                    await().until(() -> ended(receiver) >= sampled / 2);
                    await().until(() -> told.size() >= sampled);
                    assertThat(wearer.steps()).isNotEmpty();
                }
            }
            check(receiver.taken().stream().map(WebhookReceiver.Request::body).toList());
            check(told.stream().map(AlertNotice::json).toList());
        }
    }

    private void write(WebhookReceiver receiver) throws IOException {
        Files.writeString(directory.resolve("key"), "0123456789abcdef0123456789abcdef");
        Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [{\"name\": \"ward\", \"webhook\": \"" + receiver.url("/")
                        + "\", \"keyFile\": \"key\"}, {\"name\": \"wearer\", \"mbu\": true}],"
                        + " \"rules\": [{\"to\": [\"ward\", \"wearer\"]}]}");
        Files.writeString(
                directory.resolve("detectors.json"),
                "{\"detectors\": [{\"name\": \"high\", \"kind\": \"threshold\", \"group\": \"ecg\", \"channel\": \"MLII\","
                        + " \"above\": 2}]}");
    }

    /** The receiver fails now and then, and kills the host before or after it has taken a step. */
    private int answer(int number) {
        arrived();
        return number % 7 == 3 ? 503 : 200;
    }

    private void arrived() {
        AlertHostProcess running = host.get();
        if (requestsLeft.decrementAndGet() == 0 && running != null) {
            running.kill();
        }
    }

    /** The MBU tells its app a step before the host may be killed, which does not get the answer then. */
    private WearerMbu wearer(TestMbu mbu) throws IOException {
        return new WearerMbu(mbu, step -> {
            told.add(step);
            arrived();
            return "";
        });
    }

    /** One third is killed on the arrival of a delivery, one third as soon as the data are acknowledged, one third somewhat later. */
    private void killedRound(TestMbu mbu, AlertHostProcess running, int fresh) {
        int kind = random.nextInt(3);
        int requests = 1 + random.nextInt(fresh); // as many steps are new
        int wait = random.nextInt(LONGEST_WAIT_NANOS);
        requestsLeft.set(kind == 0 ? requests : Integer.MAX_VALUE);
        try {
            send(mbu);
            try (WearerMbu unused = wearer(mbu)) {
                if (kind == 0) {
                    await().until(() -> requestsLeft.get() <= 0);
                } else if (kind == 2) {
                    LockSupport.parkNanos(wait);
                }
                running.kill();
            }
        } catch (IOException | AssertionError e) {
            running.kill(); // or killed meanwhile
        }
    }

    /** Registers, and sends what the store does not have. */
    private void send(TestMbu mbu) throws IOException {
        long next = mbu.register().groups().get(0).nextSequence();
        List<Packet> packets = new ArrayList<>();
        for (long sequence = next; sequence < sampled; sequence++) {
            packets.add(packet(sequence, sequence % 2 == 0 ? HIGH : LOW));
        }
        if (!packets.isEmpty() && mbu.send(Frames.body(2, packets)).status() != 200) {
            throw new IOException("not taken");
        }
    }

    private static Packet packet(long sequence, int value) {
        byte[] sets = new byte[TestMbu.UNITS * 4];
        for (int at = 0; at < sets.length; at += 2) {
            sets[at] = (byte) value;
            sets[at + 1] = (byte) (value >> 8);
        }
        long first = sequence * TestMbu.UNITS;
        return Packet.of(new PacketHeader(0, sequence, TestMbu.ORIGIN, first, TestMbu.UNITS, true), sets);
    }

    private static long ended(WebhookReceiver receiver) {
        return receiver.taken().stream()
                .filter(request -> request.body().contains("\"event\":\"ended\""))
                .count();
    }

    /** Each even packet begins an alert, and the next one ends it. */
    private void check(List<String> taken) {
        Map<String, List<String>> steps = new HashMap<>();
        Map<String, Integer> since = new HashMap<>();
        for (String body : taken) {
            JsonObject json = JsonObject.parse(body);
            steps.computeIfAbsent(json.string("id"), id -> new ArrayList<>()).add(json.string("event"));
            if (json.string("event").equals("raised")) {
                since.merge(json.string("since"), 1, Integer::sum);
            }
        }
        Map<String, Integer> expected = new HashMap<>();
        for (int sequence = 0; sequence < sampled; sequence += 2) {
            long nanos = TestMbu.BAN
                    .groups()
                    .get(0)
                    .frequency()
                    .instantNanos(TestMbu.ORIGIN, (long) sequence * TestMbu.UNITS);
            expected.put(Instant.ofEpochSecond(0, nanos).toString(), 1);
        }
        assertThat(since).as("beginnings, each once").isEqualTo(expected);
        assertThat(steps.values())
                .as("steps of each alert")
                .allSatisfy(events -> assertThat(events).containsExactly("raised", "ended"));
        assertThat(steps).hasSize(sampled / 2);
    }
}
