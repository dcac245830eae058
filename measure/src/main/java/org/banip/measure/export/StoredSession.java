package org.banip.measure.export;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.transcoding.Transcoders;
import org.banip.measure.delivery.StoredGroup;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/**
 * A session in a store, with all its groups.
 *
 * @param record what the store knows of it
 * @param groups in the order of the description
 */
public record StoredSession(InterconnectRecord record, List<StoredGroup> groups) {
    /** Copies the list. */
    public StoredSession {
        groups = List.copyOf(groups);
    }

    /** This session of the store. */
    public static StoredSession of(Store store, InterconnectRecord record, Transcoders known) {
        List<StoredGroup> groups = new ArrayList<>();
        for (int number = 0; number < record.ban().groups().size(); number++) {
            groups.add(new StoredGroup(store, record, number, known));
        }
        return new StoredSession(record, groups);
    }
}
