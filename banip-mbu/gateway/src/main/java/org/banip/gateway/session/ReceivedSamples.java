package org.banip.gateway.session;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

/** Passes sensor sets of BANip devices to the BANs' MBUs, and counts them as messages. Any thread. */
public final class ReceivedSamples implements SampleIntake {
    private final BanSessions sessions;
    private final LongAdder taken = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** Samples for these sessions. */
    public ReceivedSamples(BanSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public CompletionStage<Optional<Taking.Refused>> describe(DescribedBan ban) {
        return sessions.describe(ban).whenComplete((refusal, failure) -> {
            if (failure != null || refusal.isPresent()) {
                refused.increment();
            }
        });
    }

    @Override
    public CompletionStage<Optional<Taking.Refused>> describeAgain(DescribedBan ban) {
        return sessions.describe(ban);
    }

    @Override
    public Optional<BanIntake> running(String ban) {
        return sessions.running(ban).filter(session -> !session.hasEnded()).map(Counted::new);
    }

    /** Messages that were taken, repetitions included. */
    public long taken() {
        return taken.sum();
    }

    /** Messages and descriptions that were refused. */
    public long refused() {
        return refused.sum();
    }

    private final class Counted implements BanIntake {
        private final BanSession session;

        Counted(BanSession session) {
            this.session = session;
        }

        @Override
        public Taking take(GridSets sets) {
            Taking taking = session.take(sets);
            if (taking instanceof Taking.Taken) {
                taken.increment();
            } else if (taking instanceof Taking.Refused) {
                refused.increment();
            }
            return taking;
        }

        @Override
        public boolean hasEnded() {
            return session.hasEnded();
        }
    }
}
