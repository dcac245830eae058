package org.banip.mbu.spool;

import java.util.List;
import java.util.UUID;

/** Gives a journal the items that other changes than new items have made. Guarded by the spool's monitor. */
final class Recorder {
    private final SpoolJournal journal;
    private final List<GroupSpool> spools;

    Recorder(SpoolJournal journal, List<GroupSpool> spools) {
        this.journal = journal;
        this.spools = spools;
    }

    /** The items of all groups may have changed. */
    void changed() {
        spools.forEach(this::record);
        journal.commit();
    }

    /** The items of a group may have changed. */
    void changed(GroupSpool spool) {
        record(spool);
        journal.commit();
    }

    /** All items have other numbers, of another session. */
    void renumbered(UUID session) {
        journal.begin(session);
        spools.forEach(this::record);
        journal.begun();
    }

    /** Puts items in once more, if the journal has grown too far beyond what is in the spool. */
    void makeRoom(long bytes) {
        long place = journal.crowded(bytes);
        if (place != SpoolJournal.NOWHERE) {
            for (GroupSpool spool : spools) {
                spool.forEach(spooled -> {
                    if (spooled.place == place) {
                        spooled.place = SpoolJournal.NOWHERE;
                    }
                });
                record(spool);
            }
            journal.emptied(place);
        }
    }

    private void record(GroupSpool spool) {
        if (journal.isDurable()) {
            journal.released(spool.group, spool.releasedSequence);
            spool.forEach(spooled -> {
                if (spooled.place == SpoolJournal.NOWHERE) {
                    spooled.place = journal.put(spooled.item, spooled.putNanos);
                }
            });
        }
    }
}
