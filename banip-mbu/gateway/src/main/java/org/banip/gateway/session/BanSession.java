package org.banip.gateway.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;
import org.banip.gateway.settings.Acknowledge;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.MbuEvent;

/** One run of a BAN's MBU, and the intakes of its groups. Any thread. */
final class BanSession implements AutoCloseable {
    private final MobileBaseUnit mbu;
    private final Map<String, GroupIntake> intakes = new LinkedHashMap<>();
    private final StoredWaits waits = new StoredWaits();
    private final AtomicBoolean lossCounted = new AtomicBoolean();

    /** Starts the MBU, which registers when it reaches the broker. */
    BanSession(
            DescribedBan described,
            Supplier<MobileBaseUnitBuilder> builders,
            Acknowledge acknowledge,
            PacketRelease.Timer timer) {
        AtomicReference<MobileBaseUnit> started = new AtomicReference<>();
        MobileBaseUnitBuilder builder = builders.get().ban(described.ban().id());
        for (SensorGroup group : described.ban().groups()) {
            builder.input(group).fullPolicy(group.name(), FullPolicy.REFUSE);
        }
        mbu = builder.startTimeout(java.time.Duration.ZERO)
                .listener(event -> heard(event, started.get()))
                .start();
        started.set(mbu);
        for (SensorGroup group : described.ban().groups()) {
            String name = group.name();
            intakes.put(
                    name,
                    new GroupIntake(
                            mbu.input(name),
                            described.physical().contains(name),
                            acknowledge == Acknowledge.HOST ? position -> stored(name, position) : position -> now(),
                            new PacketRelease(mbu.input(name)::flush, timer, System::nanoTime),
                            System::nanoTime));
        }
    }

    private void heard(MbuEvent event, @org.jspecify.annotations.Nullable MobileBaseUnit of) {
        if (event instanceof MbuEvent.Failed || event instanceof MbuEvent.Closed) {
            waits.end();
        } else if (event instanceof MbuEvent.Acknowledged && of != null && waits.any()) {
            waits.settle(of.status());
        }
    }

    private static CompletableFuture<Void> now() {
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> stored(String group, long position) {
        CompletableFuture<Void> stored = waits.add(group, position);
        waits.settle(mbu.status()); // it may be stored already
        return stored;
    }

    /** Takes a message. */
    Taking take(String group, DeviceMessage message) {
        GroupIntake intake = intakes.get(group);
        return intake == null
                ? new Taking.Refused(Taking.Reason.UNKNOWN, "BAN " + mbu.ban().id() + " has no such group")
                : intake.take(message);
    }

    /** Whether the MBU has given up. */
    boolean hasFailed() {
        return mbu.status().state() == MbuState.FAILED;
    }

    /** Whether the MBU has given up, and nobody has asked before: what it lost counts once. */
    boolean isLossToCount() {
        return hasFailed() && lossCounted.compareAndSet(false, true);
    }

    MbuStatus status() {
        return mbu.status();
    }

    /** Sensor sets that the MBU has taken and the host has not stored. They are lost when the MBU has ended. */
    long unstored() {
        long taken = intakes.values().stream().mapToLong(GroupIntake::units).sum();
        return taken
                - mbu.status().groups().stream()
                        .mapToLong(GroupStatus::unitsAcknowledged)
                        .sum();
    }

    /** Ends the MBU; waits up to 10 s until everything is stored. */
    @Override
    public void close() {
        mbu.close();
        waits.end();
    }
}
