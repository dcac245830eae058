package org.banip.measure.faults.record;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.store.StoredRecording;

/** Reads a whole store and compares it with what the processes of one MBU were given. One thread. */
public final class RecordCheck {
    private final StoreLocation location;
    private final boolean durable;

    /**
     * A check of one store.
     *
     * @param durable whether the MBU's spool has a directory: then the next process goes on with the session, otherwise each has its own
     */
    public RecordCheck(StoreLocation location, boolean durable) {
        this.location = location;
        this.durable = durable;
    }

    /**
     * Looks at everything that was ever stored.
     *
     * @param runs all processes of the MBU, in order; at most the last one runs
     * @param needed for each group, how many sensor sets of the process that runs must be stored
     */
    public RecordFindings check(List<MbuRun> runs, long[] needed) {
        RecordFindings findings = new RecordFindings();
        try (Store store = JdbcStore.openForReading(location)) {
            List<InterconnectRecord> stored = store.interconnects();
            for (InterconnectRecord record : stored) {
                if (runs.stream().noneMatch(run -> run.session().equals(record.session()))) {
                    findings.problem("session " + record.session() + " is stored, which no process had");
                }
            }
            for (UUID session : runs.stream().map(MbuRun::session).distinct().toList()) {
                Optional<InterconnectRecord> record = stored.stream()
                        .filter(one -> one.session().equals(session))
                        .findFirst();
                check(store, session, record, runs, needed, findings);
            }
        } catch (BanipException e) {
            findings.problem("the store cannot be read: " + e.getMessage());
        }
        return findings;
    }

    private void check(
            Store store,
            UUID session,
            Optional<InterconnectRecord> record,
            List<MbuRun> all,
            long[] needed,
            RecordFindings findings) {
        List<MbuRun> runs =
                all.stream().filter(run -> run.session().equals(session)).toList();
        Optional<StoredRecording> recording =
                record.map(one -> new StoredRecording(store, one, Transcoders.installed()));
        if (recording.isPresent() && !recording.get().groups().equals(FaultSignal.GROUPS)) {
            findings.problem("session " + session + " is stored with another description");
            return;
        }
        int present = runs.get(runs.size() - 1).over() ? runs.size() : runs.size() - 1;
        for (int group = 0; group < FaultSignal.GROUPS.size(); group++) {
            String name = "session " + session + ", group "
                    + FaultSignal.GROUPS.get(group).name();
            GroupCheck check = new GroupCheck(name, group, runs, findings);
            int number = group;
            recording.ifPresent(read -> read.read(number, check));
            check.end(present, needed[group], durable);
        }
    }
}
