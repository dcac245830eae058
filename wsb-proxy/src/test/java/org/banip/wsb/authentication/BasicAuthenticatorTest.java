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
import org.banip.server.address.ClientNetwork;
import org.banip.server.password.Attempt;
import org.banip.server.password.BasicCredentials;
import org.banip.server.password.GuessLimits;
import org.banip.server.password.PasswordHash;
import org.banip.server.password.PasswordVerifier;
import org.banip.server.password.ProvenCredentials;
import org.banip.server.password.VerificationLimits;
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
            new AtomicReference<>(new PasswordEntries(Map.of(ALICE.name(), HASH), PasswordHash.decoy(4)));
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch comparing = new CountDownLatch(1);
    private final PasswordVerifier verifier = new PasswordVerifier(
            new VerificationLimits(1, 1, 16),
            attempt -> {
                comparing.countDown();
                await(go);
                return attempt.matches();
            },
            now::get);
    private final BasicAuthenticator authenticator =
            new BasicAuthenticator(entries::get, verifier, new GuessLimits(now::get));

    @AfterEach
    void close() {
        authenticator.close();
    }

    @Test
    void rightCredentialsAreComparedOnceWhileTheirHashStands() {
        go.countDown();
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
            now.addAndGet(Duration.ofDays(1).toNanos());
        }
        assertThat(verifier.comparisons()).isEqualTo(1);
    }

    @Test
    void aProofIsForgottenWithItsEntry() {
        go.countDown();
        assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
        assertThat(authenticator.proven()).isEqualTo(1);
        entries.set(new PasswordEntries(Map.of(), PasswordHash.decoy(4)));
        assertThat(attempt("alice", "right one").join()).isInstanceOf(Authentication.Refused.class);
        assertThat(authenticator.proven()).isZero();
    }

    @Test
    void anUnknownNameCostsAsMuchAsAWrongPassword() {
        go.countDown();
        for (long i = 1; i <= 3; i++) {
            assertThat(attempt("nobody", "right one " + i).join()).isInstanceOf(Authentication.Refused.class);
            assertThat(verifier.comparisons()).isEqualTo(2 * i - 1);
            assertThat(attempt("alice", "wrong one " + i).join()).isInstanceOf(Authentication.Refused.class);
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
        entries.set(new PasswordEntries(
                Map.of(ALICE.name(), PasswordHash.of(bytes("newer one"), 4)), PasswordHash.decoy(4)));
        assertThat(attempt("alice", "right one").join()).isInstanceOf(Authentication.Refused.class);
        assertThat(attempt("alice", "newer one").join()).isEqualTo(ACCEPTED);
        entries.set(new PasswordEntries(Map.of(), PasswordHash.decoy(4)));
        assertThat(attempt("alice", "newer one").join()).isInstanceOf(Authentication.Refused.class);
    }

    @Test
    void wrongLogInsFromAnAddressDoNotKeepTheFirstRightOneFromThereOut() throws InterruptedException {
        List<CompletableFuture<Authentication>> wrong = new ArrayList<>();
        for (int i = 0; i < 36; i++) {
            wrong.add(authenticate("nobody" + i, "guess", "203.0.113.9"));
        }
        comparing.await();
        for (int i = 0; i < 36; i++) {
            wrong.add(authenticate("alice", "guess " + i, "203.0.113.9"));
        }
        CompletableFuture<Authentication> right = authenticate("alice", "right one", "203.0.113.9");
        CompletableFuture<Long> until = comparisonsUntil(right);
        assertThat(right).isNotDone();
        go.countDown();
        assertThat(right.join()).isEqualTo(ACCEPTED);
        // One unknown name runs, one attempt of alice's waits as her first and four wait as repeated; the three kinds
        // have turns.
        assertThat(until.join()).isLessThan(16);
        assertThat(wrong).allSatisfy(attempt -> assertThat(attempt.join()).isNotEqualTo(ACCEPTED));
    }

    @Test
    void wrongLogInsFromNineAddressesDelayARightOneByTwoComparisons() throws InterruptedException {
        List<CompletableFuture<Authentication>> wrong = new ArrayList<>();
        for (int i = 0; i < 297; i++) {
            wrong.add(authenticate("nobody" + i, "guess", "203.0.113." + i % 9));
        }
        comparing.await();
        CompletableFuture<Authentication> right = authenticate("alice", "right one", "198.51.100.7");
        CompletableFuture<Long> until = comparisonsUntil(right);
        assertThat(right).isNotDone();
        go.countDown();
        assertThat(right.join()).isEqualTo(ACCEPTED);
        assertThat(until.join()).isLessThanOrEqualTo(4);
        assertThat(wrong).allSatisfy(attempt -> assertThat(attempt.join()).isNotEqualTo(ACCEPTED));
    }

    /** Counted on the verifier's only thread, before it goes on to the next attempt. */
    private CompletableFuture<Long> comparisonsUntil(CompletableFuture<Authentication> attempt) {
        return attempt.thenApply(outcome -> verifier.comparisons());
    }

    @Test
    void allAddressesOfAnIpv6SubscriberAreOne() throws InterruptedException {
        CompletableFuture<Authentication> running = authenticate("nobody", "guess", "2001:db8:ffff::1");
        comparing.await();
        List<CompletableFuture<Authentication>> flood = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            flood.add(authenticate("nobody", "guess " + i, "2001:db8:0:7::" + i));
        }
        CompletableFuture<Authentication> other = authenticate("nobody", "guess", "2001:db8:0:8::1");
        // An eighth of what may wait is one network's.
        assertThat(flood.stream().filter(CompletableFuture::isDone)).hasSize(98);
        assertThat(other).isNotDone();
        go.countDown();
        assertThat(other.join()).isInstanceOf(Authentication.Refused.class);
        assertThat(running.join()).isInstanceOf(Authentication.Refused.class);
    }

    @Test
    void whatWaitsIsBoundedWhereverItComesFrom() throws InterruptedException {
        List<CompletableFuture<Authentication>> attempts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            attempts.add(authenticate("nobody", "guess", "203.0.113." + i));
        }
        // Equal attempts count once, however many make them.
        assertThat(attempts).noneMatch(CompletableFuture::isDone);
        comparing.await();
        for (int i = 0; i < 100; i++) {
            attempts.add(authenticate("nobody", "guess " + i, "203.0.113." + i));
        }
        assertThat(attempts.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                .hasSize(84)
                .allMatch(outcome -> outcome instanceof Authentication.Busy);
        go.countDown();
    }

    @Test
    void aRefusalTakesAsLongForACheapHashAsForACostlyOne() {
        List<Integer> costs = new ArrayList<>();
        for (Optional<PasswordHash> hash : List.of(Optional.of(HASH), Optional.<PasswordHash>empty())) {
            BasicCredentials credentials = new BasicCredentials(ALICE.name(), "wrong one");
            Attempt attempt = new Attempt(
                    credentials,
                    new ProvenCredentials().digest(credentials),
                    hash,
                    PasswordHash.decoy(8),
                    ClientNetwork.of("192.0.2.1"));
            int rounds = 0;
            for (PasswordHash compared : attempt.comparedIfWrong()) {
                rounds += 1 << compared.cost();
            }
            costs.add(rounds);
            assertThat(attempt.matches()).isFalse();
        }
        assertThat(costs).containsExactly(1 << 8, 1 << 8);
    }

    @Test
    void afterTenWrongPasswordsOfANameFromANetworkOneIsComparedInTenSeconds() {
        go.countDown();
        guess("alice", 11, "2001:db8:0:7::1");
        assertThat(authenticate("alice", "right one", "2001:db8:0:7:1::2").join())
                .isInstanceOf(Authentication.Busy.class);
        assertThat(verifier.comparisons()).isEqualTo(11);
        guess("nobody", 11, "2001:db8:0:7::1");
        assertThat(authenticate("nobody", "right one", "2001:db8:0:7::1").join())
                .isInstanceOf(Authentication.Busy.class);
        // Another network, and soon this one again.
        assertThat(authenticate("alice", "right one", "2001:db8:0:8::1").join()).isEqualTo(ACCEPTED);
        entries.set(new PasswordEntries(
                Map.of(ALICE.name(), PasswordHash.of(bytes("newer one"), 4)), PasswordHash.decoy(4)));
        guess("alice", 11, "2001:db8:0:7::1");
        assertThat(authenticate("alice", "newer one", "2001:db8:0:7::1").join())
                .isInstanceOf(Authentication.Busy.class);
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(authenticate("alice", "newer one", "2001:db8:0:7::1").join()).isEqualTo(ACCEPTED);
    }

    @Test
    void aNetworkWithManyWrongPasswordsHasOneMoreForEachNameAndThenOneInTenSeconds() {
        go.countDown();
        for (int i = 0; i < GuessLimits.OF_NETWORK; i++) {
            guess("nobody" + i, 1, "203.0.113.9");
        }
        guess("alice", 2, "203.0.113.9");
        assertThat(authenticate("alice", "right one", "203.0.113.9").join()).isInstanceOf(Authentication.Busy.class);
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(authenticate("alice", "right one", "203.0.113.9").join()).isEqualTo(ACCEPTED);
    }

    /** Behind the same address, it must not lock out the device with the new one. */
    @Test
    void aDeviceWithAnOldPasswordUsesUpNoGuesses() {
        go.countDown();
        for (int i = 0; i < 500; i++) {
            assertThat(attempt("alice", "old one").join()).isInstanceOf(Authentication.Refused.class);
            assertThat(attempt("nobody", "old one").join()).isInstanceOf(Authentication.Refused.class);
        }
        assertThat(verifier.comparisons()).isEqualTo(2);
        assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
    }

    @Test
    void aPasswordThatWasWrongIsRightAfterAChange() {
        go.countDown();
        guess("alice", 1, "192.0.2.1");
        entries.set(
                new PasswordEntries(Map.of(ALICE.name(), PasswordHash.of(bytes("guess 0"), 4)), PasswordHash.decoy(4)));
        assertThat(attempt("alice", "guess 0").join()).isEqualTo(ACCEPTED);
    }

    @Test
    void aProvenPasswordIsNotLimited() {
        go.countDown();
        assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
        guess("alice", 11, "192.0.2.1");
        assertThat(attempt("alice", "another wrong one").join()).isInstanceOf(Authentication.Busy.class);
        assertThat(attempt("alice", "right one").join()).isEqualTo(ACCEPTED);
    }

    private void guess(String name, int times, String from) {
        for (int i = 0; i < times; i++) {
            assertThat(authenticate(name, "guess " + i, from).join())
                    .as("%s, guess %d", name, i)
                    .isInstanceOf(Authentication.Refused.class);
        }
    }

    @Test
    void aProofLapsesWithItsEntry() {
        go.countDown();
        String pair = Base64.getEncoder().encodeToString(bytes("alice:right one"));
        Authentication result = authenticator
                .authenticate(new AuthenticationRequest(Optional.of("Basic " + pair), List.of(), "192.0.2.1"))
                .toCompletableFuture()
                .join();
        assertThat(result).isInstanceOfSatisfying(Authentication.Accepted.class, accepted -> {
            assertThat(accepted.proof().lapsed()).isEmpty();
            entries.set(new PasswordEntries(
                    Map.of(ALICE.name(), PasswordHash.of(bytes("newer one"), 4)), PasswordHash.decoy(4)));
            assertThat(accepted.proof().lapsed()).contains("the password was changed");
            entries.set(new PasswordEntries(Map.of(), PasswordHash.decoy(4)));
            assertThat(accepted.proof().lapsed()).isPresent();
        });
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
                .authenticate(new AuthenticationRequest(Optional.of("bAsIc " + pair), List.of(), from))
                .thenApply(BasicAuthenticatorTest::withoutProof)
                .toCompletableFuture();
    }

    private static Authentication withoutProof(Authentication result) {
        return result instanceof Authentication.Accepted accepted
                ? new Authentication.Accepted(accepted.identity())
                : result;
    }

    private CompletableFuture<Authentication> present(Optional<String> header) {
        return authenticator
                .authenticate(new AuthenticationRequest(header, List.of(), "192.0.2.1"))
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
