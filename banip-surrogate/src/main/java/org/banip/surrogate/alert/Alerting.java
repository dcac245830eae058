package org.banip.surrogate.alert;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.alerts.finding.Finding;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.server.audit.Audit;
import org.banip.server.audit.Who;
import org.banip.server.executor.OwnThreads;
import org.banip.server.file.ReloadingFile;
import org.banip.server.log.ServerLog;
import org.banip.server.settings.Secret;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.SideTables;
import org.slf4j.Logger;

/**
 * The graded alerts of a host: findings become alerts in the store, time escalates them, people acknowledge them, and contacts are told of each step.
 *
 * <p>Findings are queued by BAN and may come from any thread. The thread {@code banip-alerts} takes them, and escalates; while the store fails, it
 * tries again.
 */
public final class Alerting implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Alerting.class);
    /** A transaction keeps the store's thread from packets, so it is short. */
    private static final int MOST_TOGETHER = 8;

    private static final Duration REMOVED_AFTER = Duration.ofMinutes(1);
    private static final long LOOK_EVERY_MILLIS = 250;
    private static final int LOOKS_PER_LIST = 4;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5000;
    private static final long CLOSING_MILLIS = 15_000;

    private final AlertBook book;
    private final Outbox outbox;
    private final LiveSteps live;
    private final Audit audit;
    private final FindingQueue queue = new FindingQueue(FindingQueue.MOST_OF_SHARE);
    private final Thread thread = OwnThreads.daemon("banip-alerts", this::run);
    /** People's steps do not wait for findings. */
    private final ExecutorService people =
            Executors.newSingleThreadExecutor(OwnThreads.numbered("banip-alerts-people-"));

    /** Of the thread: whether the list of open alerts is older than its last step, and a count until it is read anyway. */
    private boolean stale = true;

    private int looks;

    private final AtomicLong givenUp = new AtomicLong();
    private final Map<AlertState, LongAdder> steps = new ConcurrentHashMap<>();

    private final RuleEnds ruleEnds;
    private final OpenAlerts open;
    private volatile String trouble = "";
    private volatile boolean closing;

    /**
     * Alerts in a store; {@link #start} begins.
     *
     * @param rules what the log calls the operator's detectors, for example their file
     * @param clock nanoseconds since the epoch; PostgreSQL's own is used instead of it
     * @throws IllegalArgumentException if the file of contacts is wrong
     */
    public Alerting(SideTables tables, AlertSettings settings, LongSupplier clock, Audit audit, String rules) {
        this(tables, settings, clock, audit, rules, REMOVED_AFTER);
    }

    /**
     * Alerts in a store.
     *
     * @param removedAfter how long a contact must be missing in the file before its deliveries end
     */
    Alerting(
            SideTables tables,
            AlertSettings settings,
            LongSupplier clock,
            Audit audit,
            String rules,
            Duration removedAfter) {
        this.audit = audit;
        ruleEnds = new RuleEnds(rules);
        Supplier<ContactRules> contacts = settings.contacts()
                .<Supplier<ContactRules>>map(file -> new ReloadingFile<>(
                        file, path -> contacts(path, settings, Secret::warnIfOpen), System::nanoTime))
                .orElse(() -> ContactRules.NONE);
        book = new AlertBook(tables, clock, contacts, settings.mostWaiting());
        open = new OpenAlerts(book);
        live = new LiveSteps(book);
        outbox = new Outbox(tables, clock, contacts, settings, audit, removedAfter);
    }

    /**
     * Checks the file of contacts, before there is a store. Does not warn of files of keys that everybody may read: that is done when it is read to
     * be used.
     *
     * @throws IllegalArgumentException if it is wrong
     */
    public static void requireContacts(AlertSettings settings) {
        settings.contacts().ifPresent(file -> {
            ContactRules unused = contacts(file, settings, key -> {});
        });
    }

    private static ContactRules contacts(Path file, AlertSettings settings, Consumer<Path> keyFile) {
        return ContactFile.read(file, settings.allowPlain(), settings.mail().isPresent(), keyFile);
    }

    /**
     * Begins; what an earlier life of the host has left in the outbox is delivered.
     *
     * @param surrogates those of this host, whose MBUs may be told
     * @param subscribers is told each step once, those of an alert in order, one call at a time; must return soon
     */
    public void start(Supplier<List<SurrogateHandle>> surrogates, Consumer<AlertNotice> subscribers) {
        live.start(subscribers);
        thread.start();
        outbox.start(surrogates);
    }

    /**
     * A detector found something. Returns at once.
     *
     * @param by who found it: {@code host}, {@code mbu}, or {@code ban}, the host by a rule of the BAN
     * @param again whether in data that were gone through before
     * @param item the sequence number of the last item of the group that had come then, -1 if none had
     */
    public void found(String ban, UUID session, String by, boolean again, long item, Finding finding) {
        found(new Found(ban, session, by, again, item, finding));
    }

    void found(Found found) {
        queue.add(found);
    }

    /** The watch of a session begins anew, and only this holds. Returns at once. */
    public void watching(String ban, UUID session, String by, List<Finding> holding) {
        queue.add(new Watching(ban, session, by, holding));
    }

    /** A group delivers, for the first time since this session is watched: silence of it before this item is over. Returns at once. */
    public void delivered(String ban, UUID session, String group, long item) {
        Delivered.FINDERS.forEach(by -> queue.add(new Delivered(ban, session, by, group, item)));
    }

    private void run() {
        long looked = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(LOOK_EVERY_MILLIS);
        long took = 0;
        while (!closing) {
            try {
                keep(queue.take(MOST_TOGETHER, Math.max(0, looked + pause(took) - System.nanoTime())));
                long now = System.nanoTime();
                if (now - looked >= pause(took)) {
                    Tried unusedEnds = insist(book::endSurplus);
                    Tried unused = insist(this::look);
                    looked = System.nanoTime();
                    took = looked - now;
                }
            } catch (InterruptedException e) {
                closing = true;
            }
        }
        keepLast();
    }

    /** From a look to the next. Whoever waits for a step hears of it at once; if looks take long, three quarters of the time are for findings. */
    private long pause(long took) {
        long longest = TimeUnit.MILLISECONDS.toNanos(LOOK_EVERY_MILLIS);
        return stale ? Math.min(longest, 3 * took) : longest;
    }

    /** What broke as a whole is taken one by one, so that only what is broken is left out. */
    private void keep(List<Report> reports) throws InterruptedException {
        if (!reports.isEmpty() && insist(() -> book.take(reports)) == Tried.BROKEN && reports.size() > 1) {
            for (Report one : reports) {
                keep(List.of(one));
            }
        }
    }

    /** Each once; what is not kept is found again after the next start. */
    private void keepLast() {
        try {
            for (List<Report> last = queue.take(MOST_TOGETHER, 0);
                    !last.isEmpty();
                    last = queue.take(MOST_TOGETHER, 0)) {
                keep(last);
            }
        } catch (InterruptedException e) {
            LOG.info("- what waits for the store is not kept, and is found again after the next start");
        }
    }

    private List<AlertStep> look() {
        ruleEnds.tell(System.nanoTime());
        List<AlertStep> escalated = book.anyDue() ? book.escalate() : List.of();
        // Another host may have made steps.
        looks = (looks + 1) % LOOKS_PER_LIST;
        if (stale || looks == 0 || !escalated.isEmpty()) {
            live.open(open.read());
            stale = false;
        }
        return escalated;
    }

    /** What became of work in the store. */
    private enum Tried {
        DONE,
        /** The store fails. */
        LATER,
        /** The work does. */
        BROKEN
    }

    /** Until it is done; a host that stops tries once. */
    private Tried insist(Supplier<List<AlertStep>> task) throws InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        Tried tried = tried(task);
        while (tried == Tried.LATER && !closing) {
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            tried = tried(task);
        }
        return tried;
    }

    private Tried tried(Supplier<List<AlertStep>> task) {
        try {
            List<AlertStep> made = task.get();
            if (!trouble.isEmpty()) {
                trouble = "";
                LOG.info("- alerts are kept again");
            }
            made.forEach(this::made);
            stale |= !made.isEmpty();
            return Tried.DONE;
        } catch (BanipException e) {
            if (trouble.isEmpty()) {
                LOG.error("- alerts wait for the store: {}", e.getMessage());
            }
            trouble = String.valueOf(e.getMessage());
            return Tried.LATER;
        } catch (RuntimeException e) {
            LOG.error("- a step of an alert failed and is left out", e);
            return Tried.BROKEN;
        }
    }

    private void made(AlertStep step) {
        Alert alert = step.alert();
        LOG.info(
                "{} alert {} of {} priority {}, step {}, detector {}",
                alert.session(),
                alert.id(),
                alert.priority().token(),
                step.step().token(),
                alert.steps(),
                alert.cause().detector());
        for (Destination full : step.givenUp()) {
            givenUp.incrementAndGet();
            LOG.error(
                    "{} alert {}: contact {} is not told, because too many deliveries wait for it",
                    alert.session(),
                    alert.id(),
                    full);
        }
        steps.computeIfAbsent(step.step(), unused -> new LongAdder()).increment();
        audit.record(step.audited());
        if (step.reason().isPresent()) {
            ruleEnds.add(alert);
        }
        outbox.wake();
        live.made(step);
    }

    /**
     * Alerts that have not ended: first those that nobody has acknowledged, then by priority, then the newest; at most 10,000, by turns of the BANs.
     * Steps of this host are in it within milliseconds while the store is quick, those of other hosts of the store within about a second.
     */
    public List<Alert> open() {
        return open.now().alerts();
    }

    /** The same, and how many there are of each BAN. */
    public OpenList openList() {
        return open.now();
    }

    /** The listener is called after {@link #open} has changed, on any thread; it must return soon. */
    public void whenOpenChanges(Runnable listener) {
        open.whenChanged(listener);
    }

    /**
     * Somebody takes care of an alert. If what it is about is over, it ends by that.
     *
     * @return the alert as it stands then, also if somebody else was quicker or it has ended; empty if there is none. It fails with {@code
     *     STORAGE_UNAVAILABLE}
     */
    public CompletableFuture<Optional<Alert>> acknowledge(UUID id, Who who) {
        return step(id, () -> book.acknowledge(id, who));
    }

    /** Somebody ends an alert whose detector will not end it; otherwise as {@link #acknowledge}. */
    public CompletableFuture<Optional<Alert>> end(UUID id, Who who) {
        return step(id, () -> book.end(id, who).stream().toList());
    }

    private CompletableFuture<Optional<Alert>> step(UUID id, Supplier<List<AlertStep>> steps) {
        return CompletableFuture.supplyAsync(
                () -> {
                    List<AlertStep> made = steps.get();
                    made.forEach(this::made);
                    OpenList unused = open.read();
                    return made.stream()
                            .reduce((first, last) -> last)
                            .map(AlertStep::alert)
                            .or(() -> book.find(id));
                },
                people);
    }

    /** An alert by its id, whether it is open or not. */
    public CompletableFuture<Optional<Alert>> find(UUID id) {
        return CompletableFuture.supplyAsync(() -> book.find(id), people);
    }

    /** Why alerts are not kept or not delivered, if they are not, the worst first; at most eight reasons. */
    public Optional<String> problem() {
        return AlertProblems.of(trouble, queue.lost(), givenUp.get(), book, outbox);
    }

    /** Its counters. */
    public AlertStatistics statistics() {
        Map<AlertState, Long> made = new EnumMap<>(AlertState.class);
        Arrays.stream(AlertState.values()).forEach(state -> made.put(state, 0L));
        steps.forEach((state, number) -> made.put(state, number.sum()));
        return new AlertStatistics(
                open.now().byPriority(),
                made,
                outbox.waiting(),
                outbox.delivered(),
                outbox.failed(),
                outbox.refused(),
                givenUp.get(),
                outbox.removed(),
                queue.collapsed(),
                queue.lost(),
                book.surplus());
    }

    /** Keeps what is queued, if the store works, and ends; what waits in the outbox stays there. */
    @Override
    public void close() {
        closing = true;
        people.shutdown();
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ruleEnds.tellAll();
        outbox.close();
        live.close();
    }
}
