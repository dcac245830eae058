package org.banip.mbu;

import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.FindingListener;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.Sensor;

/**
 * The part of an MBU's configuration that is about single sensor groups: where their sensor sets come from, and what may be given up of them. One
 * thread at a time.
 *
 * @param <B> the whole builder
 */
abstract class GroupsBuilder<B> extends PathsBuilder<B> {
    final GroupSettings groups = new GroupSettings();

    GroupsBuilder() {}

    /** A sensor that the MBU reads, and closes at the end. When there is no room, the sensor waits. */
    public B sensor(Sensor sensor) {
        groups.add(sampled(sensor.group()), sensor, FullPolicy.WAIT);
        return self();
    }

    /** A group whose sensor sets the app offers through {@link MobileBaseUnit#input}. When there is no room, they are dropped. */
    public B input(SensorGroup group) {
        groups.add(sampled(group), null, FullPolicy.DROP_NEWEST);
        return self();
    }

    /**
     * A group of events ({@link SensorGroup#withEvents}), which the app offers through {@link MobileBaseUnit#events}. When there is no room, they are
     * dropped, and declared as a gap. A host that does not know events refuses the registration ({@code INVALID_CHAIN}).
     *
     * @throws IllegalArgumentException if the group is sampled
     */
    public B events(SensorGroup group) {
        if (!group.events().isPresent()) {
            throw new IllegalArgumentException(
                    "group '" + group.name() + "' is sampled: it needs a sensor or an input");
        }
        groups.add(group, null, FullPolicy.DROP_NEWEST);
        return self();
    }

    private static SensorGroup sampled(SensorGroup group) {
        if (group.events().isPresent()) {
            throw new IllegalArgumentException("group '" + group.name() + "' has events: add it by events(group)");
        }
        return group;
    }

    /** The policy for the case that there is no room for a group's sensor sets. */
    public B fullPolicy(String groupName, FullPolicy policy) {
        groups.fullPolicy(groupName, policy);
        return self();
    }

    /**
     * Allows the MBU to give up old packets of a group when the link does not carry everything. While the spool is above its watermark ({@link
     * SpoolSettings#thinAbove}), the MBU gives up packets that were never sent and are older than the group's latency bound, and declares them as
     * gaps ({@code THINNED}). Without this call nothing of a group is given up while there is room. Not for groups of class {@code alarm}. To keep the
     * signal at a lower rate instead, see {@link #lowerRate}.
     */
    public B thinning(String groupName) {
        groups.thinning(groupName);
        return self();
    }

    /**
     * Allows the MBU to send a group at a lower rate while packets wait longer than their latency bound, because the link does not carry everything
     * ({@link SendPolicySettings}), or while people at the host order it ({@code banip.rate}, if the app has called {@code switchGroups}). The BAN
     * description then has one more group, named after this one with {@code -reduced} at the end, which has the signal meanwhile; this group has gaps
     * ({@code THINNED}). Not for groups of class {@code alarm}.
     *
     * @param groupName the group
     * @param lowest the lowest acceptable rate, by which the group's frequency can be divided, 2 to 100 times
     * @param kind how its samples are made
     * @param priority 0 to 9; of two groups of one service class the one with the lower number is thinned first
     */
    public B lowerRate(String groupName, Frequency lowest, Thinning.Kind kind, int priority) {
        groups.lowerRate(groupName, lowest, kind, priority);
        return self();
    }

    /**
     * After an outage, sends the newest packets of a live group first. The BAN description then has one more group of class {@code bulk}, named after
     * this one with {@code -late} at the end. The packets that waited move there and fill in behind; this group has gaps ({@code THINNED}) in their
     * place, which exports and viewers fill. For groups of class {@code live} only. Name all of them, also those of a lower rate: the backlog of a live
     * group that is not named goes before the present.
     */
    public B newestFirst(String groupName) {
        groups.newestFirst(groupName);
        return self();
    }

    /**
     * Accepts samples of a group that are outside the digital range of their channel and fit its width. Such values may have a meaning of their
     * own, for example "electrode off". Without this call an input ({@link MobileBaseUnit#input}) refuses them.
     */
    public B allowOutOfRange(String groupName) {
        groups.allowOutOfRange(groupName);
        return self();
    }

    /**
     * Detectors that watch the sensor sets of sensors and inputs, whether or not there is a link (docs/alerts.md, "On the MBU"). The BAN description then
     * has one more group, {@code findings}, whose events tell the host of each finding. A host that does not know events refuses the registration ({@code
     * INVALID_CHAIN}).
     *
     * @param rules {@link MobileBaseUnitBuilder#start} refuses a detector that does not fit its group ({@code INVALID_DESCRIPTION}), and logs those whose
     *     groups the BAN lacks
     * @param listener is told of findings, to warn the wearer: one call at a time, on the MBU's sensing thread or on one that offers sensor sets or
     *     retires a group; so it must return soon. What it throws is logged
     */
    public B detectors(AlertRules rules, FindingListener listener) {
        groups.detectors(rules, listener);
        return self();
    }

    /**
     * Detectors that the host shall run for this BAN, beside those of its operator (docs/alerts.md, "On the host"). They need no group of events, and do not
     * run on the MBU. The host takes as many as its operator allows, by default none: {@link org.banip.mbu.spi.MbuEvent.HostDetectors} tells how many.
     *
     * @param rules {@link MobileBaseUnitBuilder#start} refuses a detector that does not fit its group ({@code INVALID_DESCRIPTION}), and logs those whose
     *     groups the BAN lacks. A host that runs some checks them all, and refuses the registration ({@code INVALID_DESCRIPTION}) if it does not know a kind
     */
    public B hostDetectors(AlertRules rules) {
        groups.hostDetectors(rules);
        return self();
    }

    /** The transcoding chain of one group. */
    public B chain(String groupName, String text) {
        groups.chain(groupName, text);
        return self();
    }
}
