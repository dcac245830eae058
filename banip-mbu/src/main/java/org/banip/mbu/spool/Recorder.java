package org.banip.mbu.spool;

import java.util.List;
import java.util.UUID;

/** Gives a journal the items that other changes than new items have made. Guarded by the spool's monitor. */
final class Recorder {
    private final SpoolJournal journal;
    private final Payloads payloads;
    private final List<GroupSpool> spools;

    Recorder(SpoolJournal journal, Payloads payloads, List<GroupSpool> spools) {
        this.journal = journal;
        this.payloads = payloads;
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
        if (journal.isDurable()) {
            journal.begin(session);
            spools.forEach(spool -> spool.forEach(payloads::putAgain));
            journal.begun();
        }
    }

    /** Puts items in once more, if the journal has grown too far beyond what is in the spool. */
    void makeRoom(long bytes) {
        long file = journal.crowded(bytes);
        if (file != SpoolJournal.NOWHERE) {
            for (GroupSpool spool : spools) {
                spool.forEach(spooled -> {
                    if (SpoolJournal.fileOf(spooled.place) == file) {
                        payloads.putAgain(spooled);
                    }
                });
            }
            journal.emptied(file);
        }
    }

    private void record(GroupSpool spool) {
        if (journal.isDurable()) {
            journal.released(spool.group, spool.releasedSequence);
            spool.forEach(spooled -> {
                if (spooled.place == SpoolJournal.NOWHERE) {
                    payloads.putAgain(spooled);
                }
            });
        }
    }
}
