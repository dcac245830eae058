package org.banip.gateway.session;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.text.Quoted;
import org.banip.gateway.spool.BanDirectory;
import org.banip.gateway.spool.GatewayDirectory;
import org.banip.gateway.spool.MessageMarks;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SteadyClock;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** One run of a BAN's MBU, and the intakes of its groups. Any thread. */
final class BanSession implements BanIntake, AutoCloseable {
    private static final Logger LOG = ServerLog.of(BanSession.class);
    private static final Duration DELIVERY = Duration.ofSeconds(10);
    /** For an MBU that could not deliver within that time. */
    private static final Duration CLOSING = Duration.ofSeconds(1);
    /** The MBU does not tell when it has written a packet. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int LONGEST_NAME = 64;

    /** What the BAN keeps in a directory. */
    private record Durable(BanDirectory directory, MessageMarks marks) {}

    private final SessionSetup setup;
    private final PacketRelease.Timer timer;
    private final @Nullable Durable durable;
    private final MobileBaseUnit mbu;
    private final Map<String, GroupIntake> intakes = new LinkedHashMap<>();
    private final StoredWaits waits;
    private final StoredWaits spoolWaits;
    private final BanLinks links;
    private final AtomicBoolean looks = new AtomicBoolean();
    private volatile boolean closed;
    /** Why marks could not be written. */
    private final AtomicReference<String> broken = new AtomicReference<>();

    /**
     * Starts the MBU, which registers when it reaches the broker. If the BAN has a directory, the MBU goes on with what is there.
     *
     * @throws BanipException or IllegalArgumentException if the MBU or its directory refuses the description, or the directory cannot be used
     */
    BanSession(
            DescribedBan described, SessionSetup setup, Optional<GatewayDirectory> gateway, PacketRelease.Timer timer) {
        this.setup = setup;
        this.timer = timer;
        links = new BanLinks(described.ban().id() + setup.who(), System::nanoTime);
        waits = setup.waitsForDirectory() ? StoredWaits.forTheDirectory() : StoredWaits.forTheHost();
        spoolWaits = setup.waitsForDirectory() ? waits : StoredWaits.forTheDirectory();
        Optional<BanDirectory> directory =
                gateway.map(all -> all.ban(described.ban().id()));
        AtomicReference<MobileBaseUnit> started = new AtomicReference<>();
        try {
            mbu = mbu(described, directory, started);
            started.set(mbu);
            durable = directory.map(own -> durable(described, own)).orElse(null);
        } catch (RuntimeException e) {
            if (started.get() != null) {
                started.get().close(Duration.ZERO);
            }
            directory.ifPresent(BanDirectory::close);
            throw e;
        }
        List<SensorGroup> groups = described.ban().groups();
        List<GroupStatus> kept = mbu.status().groups();
        for (int g = 0; g < groups.size(); g++) {
            String name = groups.get(g).name();
            long position = kept.get(g).unitsEncoded();
            intakes.put(
                    name,
                    new GroupIntake(
                            mbu.input(name),
                            described.physical().contains(name),
                            safe(name),
                            release(name),
                            recent(g, position),
                            position,
                            System::nanoTime));
        }
    }

    private MobileBaseUnit mbu(
            DescribedBan described, Optional<BanDirectory> directory, AtomicReference<MobileBaseUnit> started) {
        MobileBaseUnitBuilder builder =
                setup.builders().get().ban(described.ban().id());
        for (SensorGroup group : described.ban().groups()) {
            builder.input(group).fullPolicy(group.name(), FullPolicy.REFUSE);
        }
        directory.ifPresent(own -> own.configure(builder));
        return builder.startTimeout(Duration.ZERO)
                .listener(event -> heard(event, started.get()))
                .start();
    }

    private Durable durable(DescribedBan described, BanDirectory directory) {
        List<SensorGroup> groups = described.ban().groups();
        directory.describe(described.lines()); // before anything is taken, and only if the MBU takes the description
        return new Durable(
                directory,
                directory.marks(
                        groups,
                        g -> mbu.input(groups.get(g).name()).resumedAt(),
                        SteadyClock.system().epochNanos()));
    }

    private RecentMessages recent(int group, long position) {
        if (durable == null) {
            return new RecentMessages();
        }
        MessageMarks marks = durable.marks;
        return new RecentMessages(group, marks::append, durable.directory.digests())
                .knowing(marks.believed(group), position);
    }

    private PacketRelease release(String group) {
        long pause = setup.waitsForDirectory() ? PacketRelease.AWAITED_PAUSE_NANOS : PacketRelease.PAUSE_NANOS;
        return new PacketRelease(mbu.input(group)::flush, pause, timer, System::nanoTime);
    }

    private void heard(MbuEvent event, @Nullable MobileBaseUnit of) {
        if (of != null) {
            links.heard(event, of::status);
        }
        if (event instanceof MbuEvent.Failed || event instanceof MbuEvent.Closed) {
            waits.end();
            spoolWaits.end();
        } else if (event instanceof MbuEvent.Acknowledged && of != null && waits.any()) {
            waits.settle(of.status());
        }
    }

    private LongFunction<CompletableFuture<Void>> safe(String group) {
        return setup.waitsForNothing()
                ? position -> CompletableFuture.completedFuture(null)
                : position -> there(waits, group, position);
    }

    private CompletableFuture<Void> spooled(String group, long position) {
        return durable == null ? CompletableFuture.completedFuture(null) : there(spoolWaits, group, position);
    }

    private CompletableFuture<Void> there(StoredWaits where, String group, long position) {
        CompletableFuture<Void> there = where.add(group, position);
        where.settle(mbu.status()); // it may be there already
        lookLater();
        return there;
    }

    private void lookLater() {
        if (spoolWaits.any() && looks.compareAndSet(false, true)) {
            timer.after(LOOK_NANOS, this::look);
        }
    }

    private void look() {
        looks.set(false);
        spoolWaits.settle(mbu.status());
        lookLater();
    }

    /** Takes a message. */
    Taking take(String group, DeviceMessage message) {
        return take(group, intake -> intake.take(message));
    }

    @Override
    public Taking take(GridSets sets) {
        long now = SteadyClock.system().epochNanos();
        return take(sets.group(), intake -> intake.take(sets, now, position -> spooled(sets.group(), position)));
    }

    @Override
    public boolean hasEnded() {
        return closed || hasFailed();
    }

    private Taking take(String group, Function<GroupIntake, Taking> message) {
        GroupIntake intake = intakes.get(group);
        if (intake == null) {
            return new Taking.Refused(
                    Taking.Reason.UNKNOWN,
                    "BAN " + mbu.ban().id() + " has no group " + Quoted.line(group, LONGEST_NAME) + "; it has "
                            + String.join(", ", intakes.keySet()));
        }
        if (broken.get() != null) {
            return ended();
        }
        try {
            return message.apply(intake);
        } catch (UncheckedIOException e) {
            if (broken.compareAndSet(null, e.getMessage())) {
                LOG.error("- BAN {}: {}", mbu.ban().id(), e.getMessage());
            }
            return ended();
        }
    }

    private Taking ended() {
        return new Taking.Refused(
                Taking.Reason.ENDED,
                "the gateway does not send BAN " + mbu.ban().id() + " now");
    }

    /** Whether the MBU has given up, or its directory cannot be written. */
    boolean hasFailed() {
        return broken.get() != null || mbu.status().state() == MbuState.FAILED;
    }

    /** Why it has. */
    String failure() {
        String marks = broken.get();
        return marks != null
                ? marks
                : mbu.status().failure().map(Throwable::getMessage).orElse("reason unknown");
    }

    MbuStatus status() {
        return mbu.status();
    }

    /** Sensor sets that the MBU has taken, and that neither the host nor a directory has. They are lost when the MBU has ended. */
    long unstored() {
        long taken = intakes.values().stream().mapToLong(GroupIntake::units).sum();
        return taken - (durable == null ? sum(GroupStatus::unitsAcknowledged) : sum(GroupStatus::unitsEncoded));
    }

    /** Sensor sets that the host has not stored, and that wait in the directory for another run of the MBU. */
    long kept() {
        return durable == null
                ? 0
                : Math.max(0, sum(group -> group.unitsEncoded() - group.unitsAcknowledged() - group.unitsThinned()));
    }

    private long sum(ToLongFunction<GroupStatus> count) {
        return mbu.status().groups().stream().mapToLong(count).sum();
    }

    /** Ends the MBU; waits up to 10 s until everything is stored. */
    @Override
    public void close() {
        closed = true;
        if (durable == null) {
            mbu.close();
        } else {
            close(durable);
        }
        waits.end();
        spoolWaits.end();
    }

    /** Whether it was closed. */
    boolean isClosed() {
        return closed;
    }

    /** The directory of an MBU that has delivered everything is emptied; the messages are noted as stored before. */
    private void close(Durable own) {
        try {
            if (broken.get() == null) {
                intakes.values().forEach(GroupIntake::end); // before all marks are noted as stored
            }
            if (delivered()) {
                own.marks.stored();
                mbu.close();
            }
        } catch (UncheckedIOException e) {
            LOG.error("- BAN {}: {}", mbu.ban().id(), e.getMessage());
        } finally {
            mbu.close(CLOSING); // does nothing if it is closed
            own.marks.close();
            own.directory.close();
        }
    }

    private boolean delivered() {
        try {
            return broken.get() == null && mbu.isDeliveredWithin(DELIVERY);
        } catch (BanipException e) {
            return false; // it has failed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
