package org.banip.app.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.session.SampleIntake;
import org.banip.gateway.session.Taking;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;

/** A session in the store, and how far its groups were given on. One thread. */
final class FedSession {
    /** Whether the gateway has the session's description. */
    enum Agreement {
        /** The gateway is asked. */
        ASKED,
        /** It has it. */
        AGREED,
        /** It does not take it: others of the BAN go on. */
        REFUSED,
        /** It does not take it now. */
        LATER
    }

    private static final Duration REST = Duration.ofSeconds(1);

    private final Store store;
    private final InterconnectRecord record;
    private final List<FedGroup> groups = new ArrayList<>();
    private final FeedLog log;
    private @Nullable CompletableFuture<Optional<Taking.Refused>> answer;
    private boolean wasRefused;
    private boolean isHeld;
    private boolean isResting;
    private long restsUntil;

    /**
     * A session.
     *
     * @param positions per group the first number that was not given; groups beyond it begin at 0
     * @throws BanipException {@code INVALID_CHAIN} if a component of a chain is not known here
     */
    FedSession(Store store, InterconnectRecord record, Transcoders known, long[] positions, FeedLog log) {
        this.store = store;
        this.record = record;
        this.log = log;
        for (int g = 0; g < record.chains().size(); g++) {
            TranscodingChain chain = TranscodingChain.parse(record.chains().get(g), known);
            groups.add(new FedGroup(store, record, g, chain, g < positions.length ? positions[g] : 0, log));
        }
    }

    InterconnectRecord record() {
        return record;
    }

    List<FedGroup> groups() {
        return groups;
    }

    /** Per group the first number that is not safe. */
    long[] safe() {
        return groups.stream().mapToLong(FedGroup::safe).toArray();
    }

    /** Whether everything stored of these groups is safe. */
    boolean isSafe(long[] ends) {
        long[] safe = safe();
        for (int g = 0; g < ends.length; g++) {
            if (g >= safe.length || safe[g] < ends[g]) {
                return false;
            }
        }
        return true;
    }

    /** The numbers after the last stored items. */
    long[] ends() {
        return store.nextSequences(record);
    }

    /** Asks the gateway once, and again after {@link #askAgain}. */
    Agreement agreement(SampleIntake intake, Runnable answered) {
        CompletableFuture<Optional<Taking.Refused>> asked = answer;
        if (asked == null) {
            asked = ask(intake);
            answer = asked;
            var unused = asked.whenComplete((refusal, failure) -> answered.run());
        }
        if (!asked.isDone()) {
            return Agreement.ASKED;
        }
        if (asked.isCompletedExceptionally()) {
            log.held(record, "internal error of the gateway");
            return Agreement.LATER;
        }
        Optional<Taking.Refused> refusal = asked.join();
        isHeld = refusal.isPresent();
        if (refusal.isEmpty()) {
            return Agreement.AGREED;
        }
        log.held(record, refusal.get().logged());
        return refusal.get().reason() == Taking.Reason.ENDED ? Agreement.LATER : Agreement.REFUSED;
    }

    private CompletableFuture<Optional<Taking.Refused>> ask(SampleIntake intake) {
        try {
            DescribedBan described = DescribedBan.ofDevice(record.ban());
            CompletionStage<Optional<Taking.Refused>> asked =
                    wasRefused ? intake.describeAgain(described) : intake.describe(described);
            return asked.toCompletableFuture();
        } catch (BanipException e) {
            String why = String.valueOf(e.getMessage());
            return CompletableFuture.completedFuture(
                    Optional.of(new Taking.Refused(Taking.Reason.DESCRIPTION, why, why)));
        }
    }

    /** Forgets an answer that was a refusal. */
    void askAgain() {
        CompletableFuture<Optional<Taking.Refused>> asked = answer;
        if (asked != null
                && asked.isDone()
                && (asked.isCompletedExceptionally() || asked.join().isPresent())) {
            answer = null;
            wasRefused = true;
        }
    }

    /** Whether the last answer was a refusal. */
    boolean isHeld() {
        return isHeld;
    }

    void rewind() {
        groups.forEach(FedGroup::rewind);
    }

    /** Everything that it has in the store is safe. It is looked at again in a second. */
    void rest() {
        closeDecoders();
        restsUntil = System.nanoTime() + REST.toNanos();
        isResting = true;
    }

    /** Whether it is not to be looked at yet. */
    boolean rests() {
        isResting = isResting && restsUntil - System.nanoTime() > 0;
        return isResting;
    }

    void closeDecoders() {
        groups.forEach(FedGroup::closeDecoder);
    }
}
