package org.banip.mbu.stage;

import java.util.List;
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
    private volatile RegistrationRequest registration;

    /**
     * The groups of the start.
     *
     * @param first how many of them the app has described; an earlier process added the others
     */
    public Described(RegistrationRequest registration, List<TranscodingChain> chains, int first) {
        this.registration = registration;
        groups = new CopyOnWriteArrayList<>(registration.ban().groups());
        this.chains = new CopyOnWriteArrayList<>(chains);
        this.first = first;
    }

    /** What is to be registered. */
    public RegistrationRequest registration() {
        return registration;
    }

    /** The groups, which may be one more than are to be registered while one is being added. */
    public List<SensorGroup> groups() {
        return groups;
    }

    /** The chain of each group. */
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
