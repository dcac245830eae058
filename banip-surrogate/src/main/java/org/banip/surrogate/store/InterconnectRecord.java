package org.banip.surrogate.store;

import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.text.Counted;

/**
 * The stored data of an interconnect except its packets; fixed at its first registration, but groups may be added later ({@link Store#addGroups}).
 *
 * @param id the store's own number for it
 * @param session the session's UUID
 * @param identity that the broker authenticated
 * @param ban the BAN description
 * @param surrogateType the type of its surrogate
 * @param chains the agreed chain per group, canonical text, in the order of the description
 * @param registeredNanos first registration, nanoseconds since the epoch
 * @param epoch how often it was taken over when the holder of this record did so ({@link Store#takeOver}); 0 for the host that created it. Nothing is
 *     stored for a holder of an older one
 */
public record InterconnectRecord(
        long id,
        UUID session,
        String identity,
        BanDescription ban,
        String surrogateType,
        List<String> chains,
        long registeredNanos,
        long epoch) {
    /** Copies the list and checks that there is one chain per group. */
    public InterconnectRecord {
        chains = List.copyOf(chains);
        if (chains.size() != ban.groups().size()) {
            throw new IllegalArgumentException(Counted.of(chains.size(), "chain") + " for "
                    + Counted.of(ban.groups().size(), "group") + ", interconnect " + session);
        }
    }

    /** A record that nobody has taken over. */
    public InterconnectRecord(
            long id,
            UUID session,
            String identity,
            BanDescription ban,
            String surrogateType,
            List<String> chains,
            long registeredNanos) {
        this(id, session, identity, ban, surrogateType, chains, registeredNanos, 0);
    }

    /** The same with these groups and chains. */
    public InterconnectRecord with(BanDescription described, List<String> chainTexts) {
        return new InterconnectRecord(
                id, session, identity, described, surrogateType, chainTexts, registeredNanos, epoch);
    }

    InterconnectRecord withId(long newId) {
        return new InterconnectRecord(newId, session, identity, ban, surrogateType, chains, registeredNanos, epoch);
    }

    /** The same with the epoch that {@link Store#epoch} told. */
    public InterconnectRecord withEpoch(long newEpoch) {
        return new InterconnectRecord(id, session, identity, ban, surrogateType, chains, registeredNanos, newEpoch);
    }
}
