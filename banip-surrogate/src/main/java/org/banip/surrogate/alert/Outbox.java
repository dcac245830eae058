package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.text.Quoted;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SurrogateHandle;
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
    private static final long COUNT_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int COUNT_SHARE = 20;
    private static final Duration CLAIM_MARGIN = Duration.ofSeconds(25);
    private static final int MOST_SHOWN = 200;
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final SideTables tables;
    private final LongSupplier clock;
    private final Supplier<ContactRules> rules;
    private final Senders senders;
    private final Audit audit;
    private final MissingContacts missing;
    private final String host = UUID.randomUUID().toString();
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final Thread thread = OwnThreads.daemon("banip-alert-outbox", this);

    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    /** Set before the thread begins. */
    private Supplier<List<SurrogateHandle>> surrogates = List::of;

    /** Of the thread. */
    private final Map<Destination, ContactGate> gates = new HashMap<>();

    private final OutboxTurns turns = new OutboxTurns();

    private long countedAt = System.nanoTime() - COUNT_EVERY_NANOS;
    private long countTook;
    private List<Ended> unwritten = new ArrayList<>();
    private boolean storeFails;
    private boolean released;

    private volatile Map<Destination, String> problems = Map.of();
    private volatile Map<String, Long> waiting = Map.of();
    private volatile boolean closing;

    /** An attempt that is over; without a delivery it only wakes the thread. */
    private record Ended(@Nullable Delivery delivery, Outcome outcome) {
        static final Ended WAKE = new Ended(null, Outcome.TAKEN);
    }

    Outbox(
            SideTables tables,
            LongSupplier clock,
            Supplier<ContactRules> rules,
            AlertSettings settings,
            Audit audit,
            Duration removedAfter) {
        this.tables = tables;
        this.clock = clock;
        this.rules = rules;
        senders = Senders.of(settings, () -> surrogates.get());
        this.audit = audit;
        missing = new MissingContacts(tables, clock, removedAfter);
    }

    /** Begins; of these surrogates MBUs may be told. */
    void start(Supplier<List<SurrogateHandle>> mbus) {
        surrogates = mbus;
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
        Set<String> waits = tables.read(OutboxRows::waitingContacts);
        missing.look(rules.get(), waits);
        count();
        Map<Destination, Integer> room = new LinkedHashMap<>();
        long nanos = System.nanoTime();
        for (Destination to : destinations(contacts, waits)) {
            ContactGate gate = gates.computeIfAbsent(to, one -> new ContactGate());
            Contact contact = contacts.get(to.contact());
            if (contact != null && gate.follows(contact.way())) {
                LOG.info("- contact {} has another way in the file: what waits is tried at once", contact);
                int unused = tables.write(
                        "try deliveries at once", connection -> OutboxRows.dueNow(connection, contact.name()));
            }
            int places = gate.room(nanos);
            if (places > 0) {
                room.put(to, places);
            }
        }
        if (!room.isEmpty()) {
            claimed(contacts, room).forEach(one -> begin(contacts, one));
        }
        if (storeFails) {
            storeFails = false;
            LOG.info("- the outbox of alerts works again");
        }
    }

    /** Counts what waits, which takes longer the more there is: at most a twentieth of the time. */
    private void count() {
        long now = System.nanoTime();
        if (now - countedAt >= Math.max(COUNT_EVERY_NANOS, COUNT_SHARE * countTook)) {
            waiting = tables.read(OutboxRows::waitingByContact);
            countedAt = System.nanoTime();
            countTook = countedAt - now;
        }
    }

    /** Where something waits for, and can be delivered to. */
    private List<Destination> destinations(Map<String, Contact> contacts, Set<String> waits) {
        List<Destination> found = new ArrayList<>();
        Set<String> here = senders.mbus();
        forget(here, contacts, waits);
        for (String name : waits) {
            Contact contact = contacts.get(name);
            if (contact != null && contact.way() instanceof Way.Wearer) {
                Set<String> bans = tables.read(connection -> OutboxRows.waitingBans(connection, name));
                bans.retainAll(here);
                bans.forEach(ban -> found.add(new Destination(name, ban)));
            } else if (contact != null) {
                found.add(new Destination(name, ""));
            }
        }
        return found;
    }

    /** MBUs that are not here any more have no problem, nor have contacts that are not in the file any more and for whom nothing waits. */
    private void forget(Set<String> here, Map<String, Contact> contacts, Set<String> waits) {
        gates.entrySet()
                .removeIf(gate -> gate.getKey().isMbu()
                        && !here.contains(gate.getKey().ban())
                        && gate.getValue().isIdle());
        Map<Destination, String> now = new HashMap<>(problems);
        if (now.keySet()
                .removeIf(to -> to.isMbu() && !here.contains(to.ban())
                        || !contacts.containsKey(to.contact()) && !waits.contains(to.contact()))) {
            problems = now;
        }
    }

    private List<Delivery> claimed(Map<String, Contact> contacts, Map<Destination, Integer> room) {
        return tables.write("claim deliveries of alerts", connection -> {
            if (!released && tables.skipLocked().isEmpty()) {
                OutboxRows.releaseAll(connection);
            }
            long now = tables.nowNanos(connection, clock);
            List<Delivery> all = new ArrayList<>();
            for (Map.Entry<Destination, Integer> one : room.entrySet()) {
                Contact contact = contacts.get(one.getKey().contact());
                if (contact == null) {
                    continue;
                }
                Duration claim = senders.of(contact).longest().plus(CLAIM_MARGIN);
                all.addAll(turns.claim(
                        connection,
                        one.getKey(),
                        new OutboxTurns.Claim(host, now, now + claim.toNanos(), tables.skipLocked()),
                        one.getValue()));
            }
            return all;
        });
    }

    private void begin(Map<String, Contact> contacts, Delivery delivery) {
        released = true;
        gates.computeIfAbsent(delivery.to(), one -> new ContactGate()).begins();
        Contact contact = contacts.get(delivery.to().contact());
        if (contact != null) {
            send(contact, delivery);
        }
    }

    private void send(Contact contact, Delivery delivery) {
        try {
            senders.of(contact).send(contact, delivery, outcome -> ended.add(new Ended(delivery, outcome)));
        } catch (RuntimeException | Error e) { // the attempt must end, or its place is never free again
            LOG.error(
                    "- alert {}, step {} cannot be sent to contact {}",
                    delivery.alert(),
                    delivery.number(),
                    delivery.to(),
                    e);
            ended.add(new Ended(delivery, new Outcome(Outcome.Result.REFUSED, "internal")));
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
                } else if (one.outcome().is(Outcome.Result.GIVEN_UP)) {
                    boolean unused = OutboxRows.refused(connection, delivery, now);
                } else {
                    OutboxRows.failed(
                            connection, delivery, host, now + ContactGate.pauseNanos(delivery, one.outcome()));
                }
            }
            return count;
        });
        delivered.addAndGet(taken);
        unwritten = new ArrayList<>();
    }

    private void note(Delivery delivery, Outcome outcome) {
        Destination to = delivery.to();
        ContactGate gate = gates.computeIfAbsent(to, one -> new ContactGate());
        switch (outcome.result()) {
            case TAKEN -> gate.taken();
            case RECEIVER_FAILS -> gate.failed(System.nanoTime());
            case REFUSED, GIVEN_UP -> gate.refused();
            case AWAY -> gate.away();
        }
        if (outcome.is(Outcome.Result.AWAY)) {
            return;
        }
        if (outcome.is(Outcome.Result.GIVEN_UP)) {
            refused.incrementAndGet();
            LOG.error(
                    "- alert {}, step {} is given up: contact {} refuses it: {}",
                    delivery.alert(),
                    delivery.number(),
                    to,
                    Quoted.line(outcome.reason(), MOST_SHOWN));
        }
        failed.addAndGet(outcome.taken() ? 0 : 1);
        if (outcome.taken() == problems.containsKey(to)) {
            turned(to, outcome);
        }
    }

    /** A destination begins to fail, or works again. */
    private void turned(Destination to, Outcome outcome) {
        String reason = Quoted.line(outcome.reason(), MOST_SHOWN);
        Map<Destination, String> now = new HashMap<>(problems);
        if (outcome.taken()) {
            now.remove(to);
            LOG.info("- contact {} takes alerts again", to);
        } else {
            now.put(to, reason);
            LOG.warn("- contact {} does not take alerts: {}", to, reason);
        }
        problems = now;
        AuditEntry entry = AuditEntry.of(AuditEvent.ALERTS_DELIVERED)
                .with("contact", to.contact())
                .with("state", outcome.taken() ? "works" : "fails")
                .with("reason", outcome.token());
        audit.record(to.isMbu() ? entry.with("ban", to.ban()) : entry);
    }

    private void storeFailed(BanipException e) {
        if (!storeFails) {
            storeFails = true;
            LOG.warn("- the outbox of alerts waits for the store: {}", e.getMessage());
        }
    }

    /** Why alerts are not delivered, if they are not: first contacts that take none, then those that are gone. Any thread. */
    List<String> problems() {
        Map<String, Long> waits = waiting;
        List<String> all = new ArrayList<>();
        problems.forEach((to, reason) -> all.add("contact " + to + " does not take alerts: " + reason + ", "
                + waits.getOrDefault(to.contact(), 0L) + " wait"));
        all.sort(null);
        Map<String, Contact> contacts = rules.get().contacts();
        waits.keySet().stream()
                .filter(contact -> !contacts.containsKey(contact))
                .forEach(contact ->
                        all.add("alerts wait for contact " + contact + ", which is not in the file any more"));
        return all;
    }

    long waiting() {
        return waiting.values().stream().mapToLong(Long::longValue).sum();
    }

    long delivered() {
        return delivered.get();
    }

    /** Deliveries that were given up because they were refused. */
    long refused() {
        return refused.get();
    }

    /** Deliveries that ended because their contact is not in the file any more. */
    long removed() {
        return missing.ended();
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
        senders.close();
    }
}
