package org.banip.surrogate.subscriber;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/**
 * A session that nobody stands for any more: only the store has it.
 *
 * @param description as it was registered first
 * @param counting counts what is there
 */
public record StoredSurrogate(SurrogateDescription description, Supplier<SurrogateStatistics> counting)
        implements SurrogateHandle {
    /** What a store has of an interconnect; it is counted when the statistics are asked for. */
    public static StoredSurrogate of(Store store, InterconnectRecord record) {
        return new StoredSurrogate(
                new SurrogateDescription(
                        record.session(), record.ban(), record.surrogateType(), record.registeredNanos()),
                () -> counted(store, record));
    }

    /** The same with what is there now. */
    static StoredSurrogate now(SurrogateHandle ended) {
        SurrogateStatistics counted = ended.statistics();
        return new StoredSurrogate(ended.description(), () -> counted);
    }

    private static SurrogateStatistics counted(Store store, InterconnectRecord record) {
        long[] next = store.nextSequences(record);
        List<GroupStatistics> groups = new ArrayList<>();
        for (int group = 0; group < next.length; group++) {
            groups.add(
                    new GroupStatistics(record.chains().get(group), 0, 0, 0, 0, 0, 0, 0, next[group], next[group], 0));
        }
        return new SurrogateStatistics(0, 0, 0, 0, 0, 0, 0, groups);
    }

    @Override
    public SurrogateState state() {
        return SurrogateState.ENDED;
    }

    @Override
    public SurrogateStatistics statistics() {
        return counting.get();
    }

    @Override
    public CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument) {
        return CompletableFuture.failedFuture(new BanipException(
                ErrorCode.UNKNOWN_INTERCONNECT, "interconnect " + description.session() + " has ended"));
    }

    @Override
    public void deregister() {}
}
