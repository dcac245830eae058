package org.banip.surrogate.interconnect;

import java.util.List;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.store.InterconnectRecord;

/**
 * Groups that were added to a session and are in the store: what the interconnect gets of them.
 *
 * @param described what is stored, with all groups
 * @param receptions of the new ones
 * @param decoders the memory of their decoders
 */
record AddedGroups(InterconnectRecord described, List<GroupReception> receptions, MemoryQuota.Account decoders) {
    /** Whether the interconnect has none of them: a registration before this one may have added them. */
    boolean areNew(InterconnectParts shared) {
        return shared.receptions.size() == described.chains().size() - receptions.size();
    }

    /** From here on their data may come, on all requests, and who listens hears of them. On the serial executor. */
    void join(InterconnectParts shared, ReceivePath path) {
        SurrogateDescription former = shared.surrogate;
        shared.addGroups(described, receptions);
        path.addGroups(decoders);
        shared.parts.subscribers().addGroups(former, shared.surrogate);
    }

    /** The interconnect does not get them. */
    void discard() {
        receptions.forEach(GroupReception::close);
        decoders.close();
    }

    List<String> names() {
        return receptions.stream().map(reception -> reception.group().name()).toList();
    }
}
