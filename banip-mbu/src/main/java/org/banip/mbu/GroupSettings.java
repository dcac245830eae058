package org.banip.mbu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.FindingEvent;
import org.banip.alerts.finding.FindingListener;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.command.GroupRates;
import org.banip.mbu.send.SendPathSetup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.Sensor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The groups of a BAN and what the app has chosen for single ones. One thread at a time. */
final class GroupSettings {
    private static final Logger LOG = LoggerFactory.getLogger(GroupSettings.class);

    private final List<SensorGroup> groups = new ArrayList<>();
    private final List<@Nullable Sensor> sensors = new ArrayList<>();
    private final Map<String, FullPolicy> policies = new LinkedHashMap<>();
    private final Map<String, String> chains = new LinkedHashMap<>();
    private final Set<String> outOfRange = new LinkedHashSet<>();
    private final Set<String> thinned = new LinkedHashSet<>();
    private final LowerRates lowerRates = new LowerRates();
    private final NewestFirst newestFirst = new NewestFirst();
    private Optional<SendPathSetup.Detection> detection = Optional.empty();
    private AlertRules hostDetectors = AlertRules.NONE;

    /** A group; without a sensor the app offers its sensor sets. */
    void add(SensorGroup group, @Nullable Sensor sensor, FullPolicy policy) {
        groups.add(group);
        sensors.add(sensor);
        policies.putIfAbsent(group.name(), policy);
    }

    void fullPolicy(String group, FullPolicy policy) {
        policies.put(group, policy);
    }

    void thinning(String group) {
        thinned.add(group);
    }

    void lowerRate(String group, Frequency lowest, Thinning.Kind kind, int priority) {
        lowerRates.add(group, lowest, kind, priority);
    }

    void newestFirst(String group) {
        newestFirst.add(group);
    }

    void allowOutOfRange(String group) {
        outOfRange.add(group);
    }

    /** Detectors watch the groups; the description gets the group of their findings. */
    void detectors(AlertRules rules, FindingListener listener) {
        detection = Optional.of(new SendPathSetup.Detection(rules, listener));
    }

    /** The host shall watch the groups. */
    void hostDetectors(AlertRules rules) {
        hostDetectors = rules;
    }

    /** The detectors that the host shall run. */
    AlertRules hostDetectors() {
        return hostDetectors;
    }

    void chain(String group, String text) {
        chains.put(group, text);
    }

    /** The groups that the app has added. */
    List<SensorGroup> added() {
        return groups;
    }

    /** The rates of those of them that have a lower one. */
    List<GroupRates> rates() {
        return lowerRates.rates(groups);
    }

    /** The names of the groups whose old packets may be given up. */
    Set<String> thinned() {
        return thinned;
    }

    /**
     * The description of the BAN, with the groups of the lower rates and those of what is late.
     *
     * @throws IllegalArgumentException if there is no group, or a setting is for a group that does not exist
     */
    BanDescription describe(String ban) {
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("BAN " + ban + " has neither a sensor nor an input");
        }
        List<SensorGroup> all = new ArrayList<>(newestFirst.describe(lowerRates.describe(groups, ban), ban));
        detection.ifPresent(unused -> all.add(FindingEvent.group()));
        BanDescription described = new BanDescription(ban, all);
        policies.keySet().forEach(name -> requireGroup("full policy", name, ban));
        outOfRange.forEach(name -> requireGroup("samples out of range", name, ban));
        for (String name : thinned) {
            if (requireGroup("thinning", name, ban).serviceClass() == ServiceClass.ALARM) {
                throw new IllegalArgumentException("group '" + name + "' of class alarm is never thinned");
            }
        }
        return described;
    }

    private SensorGroup requireGroup(String what, String name, String ban) {
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(what + " for group '" + name + "', which BAN " + ban + " lacks"));
    }

    /** The chains of groups that do not have the common one. */
    Map<String, String> chains(BanDescription ban, String common, Transcoders known) {
        Map<String, String> given = NewestFirst.chains(ban.groups(), lowerRates.chains(chains));
        return DefaultChains.of(ban.groups(), common, given, known);
    }

    /**
     * The MBU's own detectors, if there are any. Those for the host are checked as well.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} if one does not fit
     */
    Optional<SendPathSetup.Detection> detection(BanDescription ban) {
        check(hostDetectors, ban);
        detection.ifPresent(wanted -> check(wanted.rules(), ban));
        return detection;
    }

    private static void check(AlertRules rules, BanDescription ban) {
        List<String> unused = rules.check(ban);
        if (!unused.isEmpty()) {
            LOG.warn("BAN {} lacks the groups of these detectors, which watch nothing: {}", ban.id(), unused);
        }
    }

    /**
     * Where the sensor sets of each group come from.
     *
     * @param described how many groups these settings have described; an earlier process added the others, and the app may offer them
     */
    List<SendPathSetup.Source> sources(BanDescription ban, int described) {
        List<SendPathSetup.Source> sources = new ArrayList<>();
        for (int g = 0; g < described; g++) {
            String name = ban.groups().get(g).name();
            Sensor sensor = g < sensors.size() ? sensors.get(g) : null;
            sources.add(new SendPathSetup.Source(
                    Optional.ofNullable(sensor),
                    policies.getOrDefault(
                            name, name.equals(FindingEvent.GROUP) ? FullPolicy.DROP_NEWEST : FullPolicy.WAIT),
                    outOfRange.contains(name)));
        }
        while (sources.size() < ban.groups().size()) {
            sources.add(new SendPathSetup.Source(Optional.empty(), FullPolicy.DROP_NEWEST, false));
        }
        return sources;
    }
}
