package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.SideTables;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Delivers what waits in the store: each step to each of its contacts at least once, the steps of an alert in their order. Of several hosts one has
 * a delivery at a time, by a claim that ends when nothing is heard of the host. One thread of its own; others wake it.
 */
final class Outbox implements Runnable, AutoCloseable {
    private static final Logger LOG = ServerLog.of(Outbox.class);
    private static final long LOOK_EVERY_MILLIS = 1000;
    private static final Duration REFUSED_FIRST = Duration.ofSeconds(1);
    private static final Duration REFUSED_LONGEST = Duration.ofMinutes(5);
    private static final Duration CLAIM_MARGIN = Duration.ofSeconds(25);
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final SideTables tables;
    private final LongSupplier clock;
    private final Supplier<ContactRules> rules;
    /** None if there are no contacts. */
    private final Optional<WebhookClient> client;

    private final Audit audit;
    private final Duration claim;
    private final String host = UUID.randomUUID().toString();
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final Thread thread = OwnThreads.daemon("banip-alert-outbox", this);

    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    /** Of the thread. */
    private final Map<String, ContactGate> gates = new HashMap<>();

    private List<Ended> unwritten = new ArrayList<>();
    private boolean storeFails;
    private boolean released;

    private volatile Map<String, String> problems = Map.of();
    private volatile Map<String, Long> waiting = Map.of();
    private volatile boolean closing;

    /** An attempt that is over; without a delivery it only wakes the thread. */
    private record Ended(@Nullable Delivery delivery, WebhookClient.Outcome outcome) {
        static final Ended WAKE = new Ended(null, new WebhookClient.Outcome(0, ""));
    }

    Outbox(SideTables tables, LongSupplier clock, Supplier<ContactRules> rules, AlertSettings settings, Audit audit) {
        this.tables = tables;
        this.clock = clock;
        this.rules = rules;
        this.audit = audit;
        client = settings.contacts().map(file -> new WebhookClient(settings));
        claim = settings.timeout().plus(CLAIM_MARGIN);
    }

    void start() {
        thread.start();
    }

    /** Something may wait. Any thread. */
    void wake() {
        ended.add(Ended.WAKE);
    }

    @Override
    public void run() {
        while (!closing) {
            try {
                round();
            } catch (BanipException e) {
                storeFailed(e);
            } catch (RuntimeException | Error e) {
                LOG.error("- the outbox of alerts failed, goes on", e);
            }
            await();
        }
        try {
            writeResults();
        } catch (RuntimeException e) {
            LOG.info("- what became of the last deliveries is not kept, so they are made again: {}", e.getMessage());
        }
    }

    private void await() {
        try {
            Ended next = ended.poll(pauseMillis(), TimeUnit.MILLISECONDS);
            for (; next != null; next = ended.poll()) {
                Delivery delivery = next.delivery();
                if (delivery != null) {
                    unwritten.add(next);
                    note(delivery, next.outcome());
                }
            }
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    /** A receiver that failed is tried again after a pause that may be shorter than that of looking. */
    private long pauseMillis() {
        return gates.values().stream().anyMatch(ContactGate::fails) ? LOOK_EVERY_MILLIS / 4 : LOOK_EVERY_MILLIS;
    }

    /** Writes what became of attempts, and begins others. */
    private void round() {
        Map<String, Contact> contacts = rules.get().contacts();
        writeResults();
        Map<String, Integer> room = new TreeMap<>();
        long nanos = System.nanoTime();
        for (String name : contacts.keySet()) {
            int places = gate(name).room(nanos);
            if (places > 0) {
                room.put(name, places);
            }
        }
        waiting = tables.read(OutboxRows::waitingByContact);
        room.keySet().retainAll(waiting.keySet());
        if (!room.isEmpty()) {
            claimed(room).forEach(one -> begin(contacts, one));
        }
        if (storeFails) {
            storeFails = false;
            LOG.info("- the outbox of alerts works again");
        }
    }

    private ContactGate gate(String contact) {
        return gates.computeIfAbsent(contact, name -> new ContactGate());
    }

    private List<Delivery> claimed(Map<String, Integer> room) {
        return tables.write("claim deliveries of alerts", connection -> {
            if (!released && tables.skipLocked().isEmpty()) {
                OutboxRows.releaseAll(connection);
            }
            long now = tables.nowNanos(connection, clock);
            List<Delivery> all = new ArrayList<>();
            for (Map.Entry<String, Integer> one : room.entrySet()) {
                all.addAll(OutboxRows.claim(
                        connection,
                        one.getKey(),
                        host,
                        now,
                        now + claim.toNanos(),
                        one.getValue(),
                        tables.skipLocked()));
            }
            return all;
        });
    }

    private void begin(Map<String, Contact> contacts, Delivery delivery) {
        released = true;
        gate(delivery.contact()).begins();
        Contact contact = contacts.get(delivery.contact());
        if (contact != null) {
            client.orElseThrow().post(contact, delivery, (one, outcome) -> ended.add(new Ended(one, outcome)));
        }
    }

    private void writeResults() {
        List<Ended> results = unwritten;
        if (results.isEmpty()) {
            return;
        }
        long taken = tables.write("keep what became of alerts", connection -> {
            long now = tables.nowNanos(connection, clock);
            long count = 0;
            for (Ended one : results) {
                Delivery delivery = one.delivery();
                if (delivery == null) {
                    continue;
                }
                if (one.outcome().taken()) {
                    count += OutboxRows.delivered(connection, delivery, now) ? 1 : 0;
                } else {
                    OutboxRows.failed(connection, delivery, host, now + pauseNanos(delivery, one.outcome()));
                }
            }
            return count;
        });
        delivered.addAndGet(taken);
        unwritten = new ArrayList<>();
    }

    /** Of a receiver that fails, the gate says when it is tried again. */
    private static long pauseNanos(Delivery delivery, WebhookClient.Outcome outcome) {
        return outcome.receiverFails()
                ? 0
                : ContactGate.pause(delivery.attempts() - 1, REFUSED_FIRST.toNanos(), REFUSED_LONGEST.toNanos());
    }

    private void note(Delivery delivery, WebhookClient.Outcome outcome) {
        ContactGate gate = gate(delivery.contact());
        String contact = delivery.contact();
        if (outcome.taken()) {
            gate.taken();
        } else if (outcome.receiverFails()) {
            gate.failed(System.nanoTime());
        } else {
            gate.refused();
        }
        boolean troubled = problems.containsKey(contact);
        if (outcome.taken() != troubled) {
            failed.addAndGet(outcome.taken() ? 0 : 1);
            return;
        }
        Map<String, String> now = new TreeMap<>(problems);
        if (outcome.taken()) {
            now.remove(contact);
            LOG.info("- contact {} takes alerts again", contact);
        } else {
            failed.incrementAndGet();
            now.put(contact, outcome.reason());
            LOG.warn("- contact {} does not take alerts: {}", contact, outcome.reason());
        }
        problems = now;
        audit.record(AuditEntry.of(AuditEvent.ALERTS_DELIVERED)
                .with("contact", contact)
                .with("state", outcome.taken() ? "works" : "fails")
                .with("reason", outcome.reason()));
    }

    private void storeFailed(BanipException e) {
        if (!storeFails) {
            storeFails = true;
            LOG.warn("- the outbox of alerts waits for the store: {}", e.getMessage());
        }
    }

    /** Why alerts are not delivered, if they are not. Any thread. */
    Optional<String> problem() {
        Map<String, Long> waits = waiting;
        List<String> all = new ArrayList<>();
        problems.forEach((contact, reason) -> all.add("contact " + contact + " does not take alerts: " + reason + ", "
                + waits.getOrDefault(contact, 0L) + " wait"));
        Map<String, Contact> contacts = rules.get().contacts();
        waits.keySet().stream()
                .filter(contact -> !contacts.containsKey(contact))
                .forEach(contact ->
                        all.add("alerts wait for contact " + contact + ", which is not in the file any more"));
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }

    long waiting() {
        return waiting.values().stream().mapToLong(Long::longValue).sum();
    }

    long delivered() {
        return delivered.get();
    }

    /** Attempts that were not taken. */
    long failed() {
        return failed.get();
    }

    /** Begins nothing more; what is under way is delivered again after the next start, if it is not known to have been taken. */
    @Override
    public void close() {
        closing = true;
        wake();
        try {
            thread.join(CLOSING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.ifPresent(WebhookClient::close);
    }
}
