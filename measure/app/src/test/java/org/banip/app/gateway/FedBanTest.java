package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.banip.core.transcoding.Transcoders;
import org.banip.gateway.session.BanIntake;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.session.SampleIntake;
import org.banip.gateway.session.Taking;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FedBanTest {
    @TempDir
    private Path directory;

    /** A run that ends when it has taken as many messages; only a run that does not end has them safely. */
    private static final class Run implements BanIntake {
        final List<String> taken = new ArrayList<>();
        private final int most;

        Run(int most) {
            this.most = most;
        }

        @Override
        public Taking take(GridSets sets) {
            taken.add(sets.name().substring(0, sets.name().indexOf('/')));
            CompletableFuture<Void> safe = new CompletableFuture<>();
            if (most == Integer.MAX_VALUE) {
                safe.complete(null);
            }
            return new Taking.Taken(safe, OptionalLong.empty());
        }

        @Override
        public boolean hasEnded() {
            return taken.size() >= most;
        }
    }

    /** An MBU that runs again at once. */
    private record Runs(List<Run> runs) implements SampleIntake {
        @Override
        public CompletionStage<Optional<Taking.Refused>> describe(DescribedBan ban) {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public CompletionStage<Optional<Taking.Refused>> describeAgain(DescribedBan ban) {
            return describe(ban);
        }

        @Override
        public Optional<BanIntake> running(String ban) {
            return runs.stream().filter(run -> !run.hasEnded()).findFirst().map(BanIntake.class::cast);
        }
    }

    @Test
    void aRunThatBeginsBetweenTwoSessionsGetsTheOlderSessionFirst() {
        SentBan older = new SentBan("ban-1", 1);
        SentBan younger = new SentBan("ban-1", 2);
        for (SentBan sent : List.of(older, younger)) {
            for (int packet = 0; packet < 5; packet++) {
                sent.groups.get(1).sends(SentBan.NOON + packet * 3L * SentBan.SECOND, 0, 1);
            }
        }
        Run first = new Run((int) older.items());
        Run second = new Run(Integer.MAX_VALUE);
        try (JdbcStore store = JdbcStore.open(directory.resolve("store.db"))) {
            List<FedSession> sessions = new ArrayList<>();
            for (SentBan sent : List.of(older, younger)) {
                sent.store(store);
                sessions.add(
                        new FedSession(store, sent.in(store), Transcoders.installed(), new long[0], new FeedLog()));
            }
            FedBan ban = new FedBan("ban-1", new Runs(List.of(first, second)), () -> {});
            while (second.taken.size() < older.items() + younger.items()) {
                FedBan.Next unused = ban.give(sessions);
            }
        }
        List<String> expected = new ArrayList<>();
        for (SentBan sent : List.of(older, younger)) {
            for (long item = 0; item < sent.items(); item++) {
                expected.add(sent.session.toString());
            }
        }
        assertThat(second.taken).isEqualTo(expected);
        assertThat(first.taken).hasSize((int) older.items());
    }
}
