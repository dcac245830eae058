package org.banip.wsb.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.error.BanipException;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BasicAuthenticatorTest {
    private static final Identity ALICE = new Identity("alice");
    private static final Authentication ACCEPTED = new Authentication.Accepted(ALICE);
    private static final PasswordHash HASH = PasswordHash.of(bytes("right one"), 4);

    private final AtomicLong now = new AtomicLong();
    private final AtomicReference<PasswordEntries> entries =
            new AtomicReference<>(new PasswordEntries(Map.of(ALICE, HASH), PasswordHash.decoy(4)));
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch comparing = new CountDownLatch(1);
    private final PasswordVerifier verifier = new PasswordVerifier(1, 16, (hash, password) -> {
        comparing.countDown();
        await(go);
        return hash.matches(password);
    });
    private final BasicAuthenticator authenticator = new BasicAuthenticator(
            entries::get, new VerifiedCredentials(2, Duration.ofMinutes(10), now::get), verifier);

    @AfterEach
    void close() {
        authenticator.close();
    }

    @Test
    void rightCredentialsAreComparedOnceInTenMinutes() {
        go.countDown();
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
        }
        assertThat(verifier.comparisons()).isEqualTo(1);
        now.addAndGet(Duration.ofMinutes(10).toNanos());
        assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
        assertThat(verifier.comparisons()).isEqualTo(2);
    }

    @Test
    void anUnknownNameCostsAsMuchAsAWrongPassword() {
        go.countDown();
        for (long i = 1; i <= 3; i++) {
            assertThat(attempt("nobody", "right one").join()).isInstanceOf(Authentication.Refused.class);
            assertThat(verifier.comparisons()).isEqualTo(2 * i - 1);
            assertThat(attempt("alice", "wrong one").join()).isInstanceOf(Authentication.Refused.class);
            assertThat(verifier.comparisons()).isEqualTo(2 * i);
        }
    }

    @Test
    void theDecoyIsAsCostlyAsTheCostliestEntry() {
        assertThat(PasswordHash.decoy(12).cost()).isEqualTo(12);
        assertThat(PasswordHash.decoy(4).matches(bytes(""))).isFalse();
    }

    @Test
    void aChangedPasswordIsForgottenAtOnce() {
        go.countDown();
        assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
        entries.set(new PasswordEntries(Map.of(ALICE, PasswordHash.of(bytes("newer one"), 4)), PasswordHash.decoy(4)));
        assertThat(attempt("alice", "right one").join()).isInstanceOf(Authentication.Refused.class);
        assertThat(attempt("alice", "newer one").join()).isEqualTo(ACCEPTED);
        entries.set(new PasswordEntries(Map.of(), PasswordHash.decoy(4)));
        assertThat(attempt("alice", "newer one").join()).isInstanceOf(Authentication.Refused.class);
    }

    @Test
    void aFloodIsRefusedWhileOthersGetThrough() {
        List<CompletableFuture<Authentication>> flood = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            flood.add(authenticate("nobody", "guess " + i, "203.0.113.9"));
        }
        // One runs and two wait: an eighth of what may wait in all.
        assertThat(flood.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                .hasSize(47)
                .allMatch(outcome -> outcome instanceof Authentication.Busy);
        CompletableFuture<Authentication> alice = authenticate("alice", "right one", "198.51.100.7");
        assertThat(alice).isNotDone();
        go.countDown();
        assertThat(alice.join()).isEqualTo(ACCEPTED);
        assertThat(verifier.comparisons()).isEqualTo(4);
    }

    @Test
    void allThatMayWaitIsBoundedWhereverItComesFrom() {
        List<CompletableFuture<Authentication>> attempts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            attempts.add(authenticate("nobody", "guess", "203.0.113." + i));
        }
        // Equal attempts count once, however many make them.
        assertThat(attempts).noneMatch(CompletableFuture::isDone);
        for (int i = 0; i < 100; i++) {
            attempts.add(authenticate("nobody", "guess " + i, "203.0.113." + i));
        }
        assertThat(attempts.stream().filter(CompletableFuture::isDone)).hasSize(84);
        go.countDown();
    }

    @Test
    void whatIsNotComparedWhenItClosesFails() throws InterruptedException {
        CompletableFuture<Authentication> compared = attempt("alice", "right one");
        comparing.await();
        CompletableFuture<Authentication> waiting = attempt("alice", "wrong one");
        authenticator.close();
        assertThat(List.of(compared, waiting))
                .allSatisfy(attempt -> assertThat(attempt)
                        .isCompletedExceptionally()
                        .failsWithin(Duration.ZERO)
                        .withThrowableThat()
                        .withCauseInstanceOf(BanipException.class)
                        .withMessageContaining("shutting down"));
        assertThat(attempt("alice", "right one").join()).isInstanceOf(Authentication.Busy.class);
    }

    @Test
    void whatWasComparedBeforeItClosesStands() {
        go.countDown();
        CompletableFuture<Authentication> compared = attempt("alice", "right one");
        assertThat(compared.join()).isEqualTo(ACCEPTED);
        authenticator.close();
        assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
    }

    @Test
    void credentialsOfOtherSchemesAreNotItsBusiness() {
        assertThat(present(Optional.empty()).join()).isInstanceOf(Authentication.NotPresented.class);
        assertThat(present(Optional.of("Bearer x")).join()).isInstanceOf(Authentication.NotPresented.class);
        assertThat(present(Optional.of("Basic x")).join()).isInstanceOf(Authentication.Refused.class);
        assertThat(present(Optional.of("Basic " + "A".repeat(5000))).join()).isInstanceOf(Authentication.Refused.class);
    }

    private CompletableFuture<Authentication> attempt(String name, String password) {
        return authenticate(name, password, "192.0.2.1");
    }

    private CompletableFuture<Authentication> authenticate(String name, String password, String from) {
        String pair = Base64.getEncoder().encodeToString(bytes(name + ":" + password));
        return authenticator
                .authenticate(new AuthenticationRequest(Optional.of("bAsIc " + pair), Optional.empty(), from))
                .toCompletableFuture();
    }

    private CompletableFuture<Authentication> present(Optional<String> header) {
        return authenticator
                .authenticate(new AuthenticationRequest(header, Optional.empty(), "192.0.2.1"))
                .toCompletableFuture();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
