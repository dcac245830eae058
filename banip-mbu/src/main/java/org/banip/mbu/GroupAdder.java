package org.banip.mbu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Utf8;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.command.BuiltInCommands;
import org.banip.mbu.send.RunningSendPath;
import org.banip.mbu.send.SendPathSetup;

/**
 * Checks groups that the app adds while the MBU runs, and adds them, one at a time.
 *
 * <p>Guarded by itself. Other than elsewhere, this lock is held while a file is written: the spool notes an added group in its directory before
 * anything of the group is sent, and no other addition may come between. Only other additions wait for it.
 */
final class GroupAdder {
    private final Transcoders transcoders;
    private final AlertRules hostDetectors;
    /** Names of groups that an earlier process added, and that have no source yet. */
    private final Set<String> withoutSource;

    /** The groups from this number on are there since an earlier process. */
    GroupAdder(Transcoders transcoders, AlertRules hostDetectors, BanDescription ban, int from) {
        this.transcoders = transcoders;
        this.hostDetectors = hostDetectors;
        withoutSource = new HashSet<>();
        ban.groups().subList(from, ban.groups().size()).forEach(group -> withoutSource.add(group.name()));
    }

    /**
     * Checks that no group of the BAN has a name, or only one that an earlier process added.
     *
     * @throws IllegalArgumentException if one has
     */
    synchronized void requireFree(BanDescription ban, String name) {
        if (numberOf(ban, name) >= 0 && !withoutSource.contains(name)) {
            throw new IllegalArgumentException("BAN " + ban.id() + " has a group '" + name + "' already");
        }
    }

    synchronized GroupAddition.Added add(GroupAddition addition, RunningSendPath sending) {
        RegistrationRequest before = sending.registration();
        SensorGroup group = addition.group();
        if (group.thinning().isPresent() || group.lateAs().isPresent()) {
            throw new IllegalArgumentException(
                    "group '" + group.name() + "' is thinned or late: only groups of the start can be");
        }
        Map<String, String> chains = chains(before, addition);
        String text = chains.getOrDefault(group.name(), before.chain());
        SendPathSetup.Source source =
                new SendPathSetup.Source(addition.sensor(), addition.policy(), addition.isOutOfRangeAllowed());
        int number = numberOf(before.ban(), group.name());
        if (number < 0) {
            TranscodingChain chain = TranscodingChain.parse(text, transcoders).requiredFor(group);
            List<String> unused =
                    hostDetectors.check(new BanDescription(before.ban().id(), Collections.singletonList(group)));
            number = before.ban().groups().size();
            sending.add(new SendPathSetup.Addition(group, source, chain, registration(before, group, chains)));
        } else {
            requireWithoutSource(before, number, group, text);
            sending.connect(number, source);
            withoutSource.remove(group.name());
        }
        return new GroupAddition.Added(sending.input(number), sending.events(number));
    }

    private Map<String, String> chains(RegistrationRequest before, GroupAddition addition) {
        String name = addition.group().name();
        Map<String, String> given = addition.chain()
                .map(text -> Collections.singletonMap(name, text))
                .orElse(Collections.emptyMap());
        return DefaultChains.of(Collections.singletonList(addition.group()), before.chain(), given, transcoders);
    }

    private static int numberOf(BanDescription ban, String name) {
        for (int g = 0; g < ban.groups().size(); g++) {
            if (ban.groups().get(g).name().equals(name)) {
                return g;
            }
        }
        return -1;
    }

    private void requireWithoutSource(RegistrationRequest before, int number, SensorGroup group, String chain) {
        String name = group.name();
        requireFree(before.ban(), name);
        boolean same = before.ban().groups().get(number).equals(group)
                && canonical(before.chainOf(name), group).equals(canonical(chain, group));
        if (!same) {
            throw new IllegalArgumentException("BAN " + before.ban().id() + " has a group '" + name
                    + "' since an earlier start, with another description or chain");
        }
    }

    private String canonical(String chain, SensorGroup group) {
        return TranscodingChain.parse(chain, transcoders).requiredFor(group).toString();
    }

    private static RegistrationRequest registration(
            RegistrationRequest before, SensorGroup group, Map<String, String> chains) {
        List<SensorGroup> groups = new ArrayList<>(before.ban().groups());
        groups.add(group);
        RegistrationRequest with = before.with(new BanDescription(before.ban().id(), groups), chains);
        return switching(with, groups.size() - 1, " with group '" + group.name() + "'");
    }

    /**
     * Adds groups to the choices of the commands that stop and start groups, if the MBU has them.
     *
     * @param from the number of the first group that was added
     * @param what of the registration, for people
     * @throws BanipException {@code TOO_LONG} if the registration is too long
     */
    static RegistrationRequest switching(RegistrationRequest registration, int from, String what) {
        List<SensorGroup> groups = registration.ban().groups();
        List<String> names = groups.subList(from, groups.size()).stream()
                .map(SensorGroup::name)
                .collect(Collectors.toList());
        RegistrationRequest with = registration.taking(BuiltInCommands.withGroups(registration.commands(), names));
        requireFits(with, what);
        return with;
    }

    /**
     * Checks the length of a registration.
     *
     * @param what of it, for people
     */
    static void requireFits(RegistrationRequest registration, String what) {
        int length = Utf8.length(registration.toJson());
        if (length > Protocol.MAX_DOCUMENT) {
            throw new BanipException(
                    ErrorCode.TOO_LONG,
                    "BAN " + registration.ban().id() + ": registration of " + length + " bytes" + what
                            + " exceeds limit " + Protocol.MAX_DOCUMENT);
        }
    }
}
