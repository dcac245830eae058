package org.banip.mbu;

import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SensorInput;
import org.jspecify.annotations.Nullable;

/**
 * A group that is about to be added to an MBU that runs ({@link MobileBaseUnit#addGroup}): first its settings, then one of {@link #input}, {@link #sensor}
 * and {@link #events}, which adds it. The last three throw
 *
 * <ul>
 *   <li>{@link IllegalArgumentException} if the name is in use, or the group does not fit: it has events or has none, is thinned or late, or is not the
 *       sensor's; or if it is there since an earlier process, shall be read from a sensor, and the app has used its input;
 *   <li>{@link org.banip.core.error.BanipException} with {@code INVALID_DESCRIPTION} if there are {@value
 *       org.banip.core.ban.BanDescription#MAX_GROUPS} groups already or a detector does not fit the group, {@code INVALID_CHAIN}, {@code TOO_LONG} if the
 *       registration becomes too long; or with the reason why the MBU has failed;
 *   <li>{@link IllegalStateException} if the MBU is closed.
 * </ul>
 *
 * <p>After a restart with a spool directory, the groups that an earlier process added are there. One of them can be added again, with the same description
 * and chain, to give it its source; an input stays the same. One thread at a time.
 */
public final class GroupAddition {
    /** Adds the group, and returns what the app offers by. */
    @FunctionalInterface
    interface Adder {
        Added add(GroupAddition addition);
    }

    /** What came of it; an input for a group that the app samples, or one for events. */
    record Added(Optional<SensorInput> input, Optional<EventInput> events) {}

    private final SensorGroup group;
    private final Adder adder;
    private @Nullable String chain;
    private FullPolicy policy = FullPolicy.DROP_NEWEST;
    private boolean outOfRange;
    private @Nullable Sensor sensor;

    GroupAddition(SensorGroup group, Adder adder) {
        this.group = group;
        this.adder = adder;
    }

    /** Its transcoding chain. Default: as for groups of the start. */
    public GroupAddition chain(String text) {
        chain = text;
        return this;
    }

    /** The policy for the case that there is no room for its sensor sets. Default: they are dropped; a sensor that the MBU reads waits. */
    public GroupAddition fullPolicy(FullPolicy wanted) {
        policy = wanted;
        return this;
    }

    /** Accepts samples outside the digital range that fit the width of their channel. */
    public GroupAddition allowOutOfRange() {
        outOfRange = true;
        return this;
    }

    /** Adds it; the app offers its sensor sets. */
    public SensorInput input() {
        require(!group.events().isPresent(), "has events: add it by events()");
        return adder.add(this).input().orElseThrow(() -> new IllegalStateException("no input of " + group.name()));
    }

    /** Adds it; the app offers its events. */
    public EventInput events() {
        require(group.events().isPresent(), "is sampled: add it by input() or sensor()");
        return adder.add(this).events().orElseThrow(() -> new IllegalStateException("no input of " + group.name()));
    }

    /**
     * Adds it; the MBU reads its sensor, from the unit on that is due now, and closes it at the end.
     *
     * @param read its description is that of the group
     */
    public void sensor(Sensor read) {
        require(!group.events().isPresent(), "has events: add it by events()");
        require(
                read.group().equals(group),
                "is not the sensor's, which is '" + read.group().name() + "'");
        sensor = read;
        if (policy == FullPolicy.DROP_NEWEST) {
            policy = FullPolicy.WAIT;
        }
        Added unused = adder.add(this);
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("group '" + group.name() + "' " + otherwise);
        }
    }

    SensorGroup group() {
        return group;
    }

    Optional<String> chain() {
        return Optional.ofNullable(chain);
    }

    FullPolicy policy() {
        return policy;
    }

    boolean isOutOfRangeAllowed() {
        return outOfRange;
    }

    Optional<Sensor> sensor() {
        return Optional.ofNullable(sensor);
    }
}
