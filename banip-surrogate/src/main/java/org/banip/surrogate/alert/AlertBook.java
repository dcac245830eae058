package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.alerts.finding.Finding;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Who;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.store.SideTables;
import org.slf4j.Logger;

/**
 * The alerts of a store. Each step is one transaction, together with what is to be delivered of it; it is done once, whatever is repeated after a
 * kill and by whichever host of the store. Any thread; blocks.
 *
 * <p>Every method may throw {@link org.banip.core.error.BanipException} with {@code STORAGE_UNAVAILABLE}; then nothing of it is done, or all of it
 * is, and repeating it is safe.
 */
final class AlertBook {
    private static final Logger LOG = ServerLog.of(AlertBook.class);
    /** So many open alerts are read. */
    static final int MOST_OPEN = 10_000;

    private static final int MOST_DUE = 100;
    /** Open alerts of one detector and kind of a BAN, each of another session; all but the last wait for an acknowledgement. */
    static final int MOST_ALIKE = 8;

    private final SideTables tables;
    private final LongSupplier clock;
    private final Supplier<ContactRules> rules;
    private final OutboxRoom room;
    /** Those who find cause these lines at will. */
    private final PeerLog lines = PeerLog.ofAnybody(System::nanoTime);

    private final AtomicLong surplus = new AtomicLong();
    /** Of the thread that takes what was reported. */
    private final LeftOut leftOut = new LeftOut();
    /** The last alert of high priority for which no rule had anybody. Written by any thread. */
    private volatile Untold untold = new Untold(ContactRules.NONE, "");

    /** By which rules nobody was to be told, and of what. */
    private record Untold(ContactRules by, String text) {}

    /**
     * The book of a store.
     *
     * @param mostWaiting deliveries that may wait for each destination
     */
    AlertBook(SideTables tables, LongSupplier clock, Supplier<ContactRules> rules, int mostWaiting) {
        this.tables = tables;
        this.clock = clock;
        this.rules = rules;
        room = new OutboxRoom(mostWaiting, System::nanoTime);
    }

    /** Takes what was reported, in order and in one transaction; the steps that it makes, in order, if it makes any. */
    List<AlertStep> take(List<Report> reports) {
        ContactRules now = rules.get();
        List<Found> left = new ArrayList<>();
        List<Runnable> committed = new ArrayList<>();
        List<AlertStep> made = tables.write("keep alerts", connection -> {
            left.clear();
            committed.clear();
            List<AlertStep> steps = new ArrayList<>();
            for (Report one : reports) {
                if (one instanceof Watching watching) {
                    steps.addAll(watching(connection, watching));
                    committed.add(leftOut(connection, watching));
                } else if (one instanceof Delivered delivered) {
                    steps.addAll(delivered(connection, delivered));
                } else if (one instanceof Found found) {
                    int before = left.size();
                    steps.addAll(
                            found.finding().begins() ? begin(connection, now, found, left) : end(connection, found));
                    boolean without = left.size() > before;
                    committed.add(() -> leftOut.found(found, without));
                }
            }
            return steps;
        });
        surplus.addAndGet(left.size());
        committed.forEach(Runnable::run);
        return made;
    }

    private Runnable leftOut(Connection connection, Watching watching) throws SQLException {
        boolean said = !Surplus.open(connection, LeftOut.Finder.of(watching)).isEmpty();
        List<Alert> open = AlertRows.open(connection, watching.session(), watching.by());
        List<Finding> without = watching.holding().stream()
                .filter(finding -> open.stream()
                        .map(Alert::cause)
                        .noneMatch(cause -> cause.detector().equals(finding.detector())
                                && cause.kind().equals(finding.kind())))
                .toList();
        return () -> leftOut.watching(watching, without, said);
    }

    /**
     * Ends alerts that say that there is more, when nothing of that holds any more and there is room for its alert. What happened and is over keeps it
     * until somebody has acknowledged it. On the thread that {@link #take}s.
     */
    List<AlertStep> endSurplus() {
        List<AlertStep> steps = new ArrayList<>();
        for (LeftOut.Finder finder : leftOut.over()) {
            List<Alert> open = tables.read(connection -> Surplus.open(connection, finder));
            if (open.isEmpty()) {
                leftOut.nothingSaid(finder);
            }
            for (Alert one : open) {
                boolean seen = one.acknowledged().isPresent() || !leftOut.happened(finder);
                if (seen && tables.read(connection -> Surplus.hasRoom(connection, finder, one))) {
                    end(one.id(), AlertStep.HOST).ifPresent(steps::add);
                }
            }
        }
        return steps;
    }

    /**
     * Raises an alert.
     *
     * @param without to it a finding is added that makes no alert of its own, because too many of its BAN are open
     */
    private List<AlertStep> begin(Connection connection, ContactRules contacts, Found found, List<Found> without)
            throws SQLException {
        if (found.again() && AlertRows.isKnown(connection, found)) {
            return List.of();
        }
        Routing routing = contacts.route(
                found.ban(), found.finding().detector(), found.finding().severity());
        if (!OpenRows.isFull(connection, found.ban(), found.by(), routing.priority(), Surplus.MOST_OPEN)
                || AlertRows.isOpen(connection, found)
                || AlertRows.isOpenInLaterSession(connection, found)) {
            return begin(connection, contacts, found, routing);
        }
        // What earlier sessions left open may end by this, and make room.
        List<AlertStep> steps = overInEarlierSessions(connection, AlertRows.leftOpen(connection, found));
        if (!steps.isEmpty()) {
            steps.addAll(begin(connection, contacts, found, routing));
            return steps;
        }
        without.add(found);
        Found more = Surplus.of(found, routing.priority());
        if (AlertRows.isOpen(connection, more)) {
            return List.of();
        }
        lines.happened(
                "too many open",
                found.ban(),
                end -> LOG.warn(
                        "{} BAN {}: what the {} finds makes no alert of priority {} or lower any more, because {} are open{}",
                        found.session(),
                        found.ban(),
                        found.by(),
                        routing.priority().token(),
                        Surplus.MOST_OPEN,
                        end));
        return begin(connection, contacts, more, routing);
    }

    private List<AlertStep> begin(Connection connection, ContactRules contacts, Found found, Routing routing)
            throws SQLException {
        Finding finding = found.finding();
        List<Alert> left = AlertRows.leftOpen(connection, found);
        List<AlertStep> steps = overInEarlierSessions(connection, left);
        boolean fits = left.size() - steps.size() < MOST_ALIKE;
        boolean raises = fits && !AlertRows.isOpenInLaterSession(connection, found);
        long now = tables.nowNanos(connection, clock);
        Alert alert = raised(found, routing.priority(), now);
        OptionalLong escalate = routing.escalateAfter().stream()
                .mapToLong(after -> now + after.toNanos())
                .findFirst();
        if (raises && AlertRows.insert(connection, alert, found, escalate)) {
            noteUntold(contacts, alert, routing);
            AlertStep first = new AlertStep(alert, AlertState.RAISED, now, AlertStep.HOST);
            steps.add(step(connection, first, routing.to()));
            return steps;
        }
        boolean isOpen = AlertRows.foundAgain(connection, found);
        if (!fits && !isOpen) {
            lines.happened(
                    "too many alike",
                    found.ban(),
                    end -> LOG.warn(
                            "{} BAN {}: what detector {} found makes no alert, because {} of earlier sessions wait for an acknowledgement{}",
                            found.session(),
                            found.ban(),
                            finding.detector(),
                            MOST_ALIKE,
                            end));
        }
        if (raises && !isOpen) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "another host has just ended the alert " + finding.detector() + " of BAN " + found.ban());
        }
        return steps;
    }

    /**
     * Nobody watched whether what earlier sessions left open is over. What begins now must be told, so it counts as over: that ends an alert, unless it
     * waits for an acknowledgement.
     */
    private List<AlertStep> overInEarlierSessions(Connection connection, List<Alert> left) throws SQLException {
        List<AlertStep> steps = new ArrayList<>();
        for (Alert one : left) {
            over(connection, one, Optional.empty()).ifPresent(steps::add);
        }
        return steps;
    }

    /** Logs it once, until the rules change. */
    private void noteUntold(ContactRules contacts, Alert alert, Routing routing) {
        boolean nobody = routing.to().isEmpty() && alert.priority() == Priority.HIGH;
        if (nobody && contacts != ContactRules.NONE && untold.by() != contacts) {
            String text = "nobody is told of the alert " + alert.cause().detector() + " of BAN " + alert.ban()
                    + ", which has high priority: no rule has contacts for it";
            untold = new Untold(contacts, text);
            LOG.warn("{} {}", alert.session(), text);
        }
    }

    /** That an alert of high priority had no contacts, by the rules that hold. */
    Optional<String> untold() {
        Untold last = untold;
        return last.text().isEmpty() || last.by() != rules.get() ? Optional.empty() : Optional.of(last.text());
    }

    /** How many findings made no alert of their own, because too many of their BAN were open. */
    long surplus() {
        return surplus.get();
    }

    private static Alert raised(Found found, Priority priority, long now) {
        return new Alert(
                UUID.randomUUID(),
                found.ban(),
                found.session(),
                Cause.of(found.by(), found.finding()),
                priority,
                AlertState.RAISED,
                now,
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    private List<AlertStep> end(Connection connection, Found found) throws SQLException {
        Optional<Alert> open = AlertRows.endedBy(connection, found);
        if (open.isEmpty()) {
            return List.of();
        }
        return over(connection, open.get(), Optional.of(found)).stream().toList();
    }

    /** The group's silence was found in an earlier session, or in this one before it was watched here. */
    private List<AlertStep> delivered(Connection connection, Delivered delivered) throws SQLException {
        List<AlertStep> steps = new ArrayList<>();
        for (Alert silent : AlertRows.silent(connection, delivered)) {
            end(connection, silent.id(), AlertStep.HOST, Optional.empty()).ifPresent(steps::add);
        }
        return steps;
    }

    /** Other open alerts of the session have ended while nobody watched, except a silence: that ends when its group delivers. */
    private List<AlertStep> watching(Connection connection, Watching watching) throws SQLException {
        List<AlertStep> steps = new ArrayList<>();
        for (Alert open : AlertRows.open(connection, watching.session(), watching.by())) {
            if (!watching.holds(open.cause().detector(), open.cause().kind())
                    && !AlertRows.isSilence(open)
                    && !Surplus.is(open)) {
                over(connection, open, Optional.empty()).ifPresent(steps::add);
            }
        }
        return steps;
    }

    /** What an alert is about is over, by a finding if there is one. That ends the alert, or is kept until somebody acknowledges it. */
    private Optional<AlertStep> over(Connection connection, Alert open, Optional<Found> over) throws SQLException {
        return AlertRows.latch(connection, open.id(), over)
                ? Optional.empty()
                : end(connection, open.id(), over.map(Found::who).orElse(AlertStep.HOST), over);
    }

    /** Somebody ends an alert; the step, unless it has ended. */
    Optional<AlertStep> end(UUID id, Who who) {
        return tables.write("end an alert", connection -> end(connection, id, who, Optional.empty()));
    }

    private Optional<AlertStep> end(Connection connection, UUID id, Who who, Optional<Found> over) throws SQLException {
        long now = tables.nowNanos(connection, clock);
        return AlertRows.end(connection, id, now, over)
                ? Optional.of(next(connection, id, AlertState.ENDED, now, who, List.of()))
                : Optional.empty();
    }

    /**
     * Somebody takes care of an alert; the step, unless somebody has before, or it has ended. If what it is about is over, the alert ends in the same
     * transaction: two steps.
     */
    List<AlertStep> acknowledge(UUID id, Who who) {
        return tables.write("acknowledge an alert", connection -> {
            long now = tables.nowNanos(connection, clock);
            List<AlertStep> steps = new ArrayList<>();
            if (AlertRows.acknowledge(connection, id, who.name(), now)) {
                steps.add(next(connection, id, AlertState.ACKNOWLEDGED, now, who, List.of()));
                if (AlertRows.endLatched(connection, id, now)) {
                    steps.add(next(connection, id, AlertState.ENDED, now, AlertStep.HOST, List.of()));
                }
            }
            return steps;
        });
    }

    /** Escalates those that nobody has acknowledged in time. */
    List<AlertStep> escalate() {
        return tables.write("escalate alerts", connection -> {
            long now = tables.nowNanos(connection, clock);
            List<AlertStep> steps = new ArrayList<>();
            for (Alert due : AlertRows.due(connection, now, MOST_DUE)) {
                if (AlertRows.escalate(connection, due.id())) {
                    Cause cause = due.cause();
                    List<String> more = rules.get()
                            .route(due.ban(), cause.detector(), cause.severity())
                            .escalateTo();
                    steps.add(next(connection, due.id(), AlertState.ESCALATED, now, AlertStep.HOST, more));
                }
            }
            return steps;
        });
    }

    /** Whether an alert waits for the next {@link #escalate}. */
    boolean anyDue() {
        return tables.read(connection -> !AlertRows.due(connection, tables.nowNanos(connection, clock), 1)
                .isEmpty());
    }

    /** A step after the first is told to those who were told before, and to some more. */
    private AlertStep next(Connection connection, UUID id, AlertState state, long now, Who who, Collection<String> more)
            throws SQLException {
        Alert alert = AlertRows.find(connection, id)
                .orElseThrow(() -> new SQLException("alert " + id + " is not there any more"));
        Set<String> contacts = new LinkedHashSet<>(OutboxRows.contacts(connection, id.toString()));
        contacts.addAll(more);
        return step(connection, new AlertStep(alert, state, now, who), contacts);
    }

    private AlertStep step(Connection connection, AlertStep step, Collection<String> contacts) throws SQLException {
        AlertRows.insertStep(connection, step);
        Map<String, Contact> known = rules.get().contacts();
        List<Destination> full = new ArrayList<>();
        for (String contact : contacts) {
            Destination to =
                    Destination.of(contact, known.get(contact), step.alert().ban());
            boolean takes = room.takes(connection, to, step.alert().ban());
            OutboxRows.insert(connection, step, contact, AlertJson.delivery(step, contact), takes);
            if (!takes) {
                full.add(to);
            }
        }
        return step.withGivenUp(full);
    }

    /** An alert, whether it is open or not. */
    Optional<Alert> find(UUID id) {
        return tables.read(connection -> AlertRows.find(connection, id));
    }

    /** The steps of an alert after one, in order; none if there is no such alert. */
    List<AlertStep> stepsAfter(UUID id, int number) {
        return tables.read(connection -> StepRows.after(connection, id, number));
    }

    /** Those that have not ended, the most urgent first, at most {@link #MOST_OPEN}; if there are more, the BANs take turns. */
    List<Alert> open() {
        return listed().alerts();
    }

    /** The same, and how many there are. */
    OpenList listed() {
        return tables.read(connection -> OpenRows.list(connection, MOST_OPEN));
    }
}
