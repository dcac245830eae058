package org.banip.mbu.stage;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.TranscodingChain;

/**
 * What the MBU tells the host of its BAN: the registration, with the chain of each group. The app may add groups, behind those that are there. Any
 * thread; one at a time adds.
 */
public final class Described {
    private final List<SensorGroup> groups;
    private final List<TranscodingChain> chains;
    private final int first;
    private final Optional<String> olderChain;
    private volatile boolean older;
    private volatile RegistrationRequest registration;

    /**
     * The groups of the start.
     *
     * @param first how many of them the app has described; an earlier process added the others
     * @param olderChain what a host that does not know the common chain may be asked for instead, because it decodes the same packets
     */
    public Described(
            RegistrationRequest registration, List<TranscodingChain> chains, int first, Optional<String> olderChain) {
        this.registration = registration;
        groups = new CopyOnWriteArrayList<>(registration.ban().groups());
        this.chains = new CopyOnWriteArrayList<>(chains);
        this.first = first;
        this.olderChain = olderChain;
    }

    /** What the app wants to be registered. */
    public RegistrationRequest registration() {
        return registration;
    }

    /** What the host is asked for: the same, or with the chain that hosts of an older version know. */
    public RegistrationRequest asked() {
        RegistrationRequest wanted = registration;
        return chainInPlace()
                .map(text -> wanted.toBuilder().chain(text).build())
                .orElse(wanted);
    }

    /** Whether there is a chain for hosts of an older version. */
    public boolean hasOlderChain() {
        return olderChain.isPresent();
    }

    /** Whether hosts are asked for the chain that those of an older version know, from now on. */
    public void useOlderChain(boolean yes) {
        older = yes;
    }

    /** The chain that the host is asked for in place of the common one, if it is. */
    public Optional<String> chainInPlace() {
        return older ? olderChain : Optional.empty();
    }

    /** The groups, which may be one more than are to be registered while one is being added. */
    public List<SensorGroup> groups() {
        return groups;
    }

    /** The chain by which each group is encoded. */
    public List<TranscodingChain> chains() {
        return chains;
    }

    /** How many groups the app has described at the start. The others were added, by this process or an earlier one. */
    public int firstGroups() {
        return first;
    }

    /** A group is being added. */
    public void add(SensorGroup group, TranscodingChain chain) {
        chains.add(chain);
        groups.add(group);
    }

    /** The group that was added is to be registered from now on. */
    public void register(RegistrationRequest with) {
        registration = with;
    }
}
