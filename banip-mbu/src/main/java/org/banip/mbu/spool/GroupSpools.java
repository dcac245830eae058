package org.banip.mbu.spool;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.PacketHeader;
import org.banip.mbu.stage.SendPolicy;
import org.jspecify.annotations.Nullable;

/** The items of all groups, and which groups the host knows. {@link MemorySpool} owns it under its monitor. */
final class GroupSpools {
    private final SendPolicy policy;
    private final List<GroupSpool> all = new ArrayList<>();
    private final List<GroupSpool> claimable = new ArrayList<>();

    /** Empty ones for the groups of the policy; the host knows all of them. */
    GroupSpools(SendPolicy policy) {
        this.policy = policy;
        while (all.size() < policy.groups().size()) {
            add();
        }
        claimable.addAll(all);
    }

    /** The policy has one more group, which the host does not know yet. */
    void add() {
        int group = all.size();
        all.add(new GroupSpool(group, policy.groups().get(group).frequency()));
    }

    /** Those of all groups, in their order; grows when groups are added. */
    List<GroupSpool> all() {
        return all;
    }

    /** Those that the host knows: groups that were added last may be missing. */
    List<GroupSpool> claimable() {
        return claimable;
    }

    /** The host knows the first ones, of this number. */
    void claimable(int known) {
        claimable.subList(Math.min(known, claimable.size()), claimable.size()).clear();
        for (int group = claimable.size(); group < known; group++) {
            claimable.add(all.get(group));
        }
    }

    /** For each group the packet that both sides know, or null. */
    List<@Nullable PacketHeader> references() {
        List<@Nullable PacketHeader> references = new ArrayList<>();
        for (GroupSpool spool : all) {
            references.add(spool.reference().orElse(null));
        }
        return references;
    }

    /** For each group the number before which the host has stored all items. */
    long[] released() {
        return all.stream().mapToLong(spool -> spool.releasedSequence).toArray();
    }

    /** For each group the number before which all items were sent at least once. */
    long[] sent() {
        return all.stream()
                .mapToLong(spool -> Math.min(spool.sentSequence, spool.nextSequence))
                .toArray();
    }
}
