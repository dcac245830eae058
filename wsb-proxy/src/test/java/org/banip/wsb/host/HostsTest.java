package org.banip.wsb.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;
import org.junit.jupiter.api.Test;

/** Which hosts of a directory are used. The test is the network and the directory. */
class HostsTest {
    private static final KnownHost ONE = host("one");
    private static final KnownHost TWO = host("two");

    private final Map<String, HostQuestion.Listener> questions = new HashMap<>();
    private final AtomicReference<List<KnownHost>> list = new AtomicReference<>(List.of(ONE, TWO));
    private final AtomicLong now = new AtomicLong(17);
    private final Hosts hosts = hosts(list::get);

    private static KnownHost host(String id) {
        return new KnownHost(id, URI.create("http://127.0.0.1/" + id + "/"), OptionalLong.empty());
    }

    private Hosts hosts(HostDirectory directory) {
        return new Hosts(
                directory,
                known -> true,
                new HostTimes(Duration.ofSeconds(2), Duration.ofSeconds(15)),
                (known, patience, listener) -> questions.put(known.id(), listener),
                now::get);
    }

    @Test
    void directoryThatBecomesEmptyLeavesNoOtherHostForARegistration() {
        ServingHost chosen = hosts.ofRegistration(Optional.empty());
        chosen.unusable();
        list.set(List.of());
        assertThat(hosts.ofRegistrationAgain(Set.of(chosen))).isEmpty();
        assertThatThrownBy(() -> hosts.ofRegistration(Optional.empty()))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_UNAVAILABLE));
    }

    @Test
    void registrationThatReachedNobodyGoesToAHostThatLives() {
        ServingHost chosen = hosts.ofRegistration(Optional.empty());
        ServingHost other = hosts.ofRegistrationAgain(Set.of(chosen)).orElseThrow();
        assertThat(other).isNotSameAs(chosen);
        assertThat(hosts.ofRegistrationAgain(Set.of(chosen, other))).isEmpty();
        chosen.unusable();
        assertThat(hosts.ofRegistrationAgain(Set.of())).containsSame(other);
    }

    private void answer(String host, String store) {
        questions.get(host).answered(new HostLoad(0, 10, store, true));
    }

    private String chosen() {
        return hosts.ofRegistration(Optional.empty()).known().id();
    }

    @Test
    void storeOfMostHostsIsInUseThoughAnotherAnsweredFirst() {
        list.set(List.of(ONE, TWO, host("three")));
        hosts.tick();
        answer("one", "cellar");
        assertThat(chosen()).isEqualTo("one");
        answer("two", "ward");
        assertThat(hosts.health().problems()).singleElement().asString().contains("/two/ has another store");
        answer("three", "ward");
        assertThat(hosts.health().problems()).singleElement().asString().contains("/one/ has another store");
        assertThat(List.of(chosen(), chosen())).containsExactlyInAnyOrder("two", "three");
    }

    @Test
    void deadHostDoesNotDecideAgainstTwoThatLive() {
        list.set(List.of(ONE, TWO, host("three")));
        hosts.tick();
        answer("one", "cellar");
        assertThat(chosen()).isEqualTo("one");
        questions.get("one").unusable("Connection refused");
        answer("two", "ward");
        assertThat(hosts.health().problems()).hasSize(2);
        answer("three", "ward");
        assertThat(List.of(chosen(), chosen())).containsExactlyInAnyOrder("two", "three");
    }

    @Test
    void hostWhoseInterconnectsCouldOnlyGoToAnotherStoreKeepsThem() {
        hosts.tick();
        answer("one", "ward");
        answer("two", "cellar");
        hosts.tick();
        questions.get("one").unusable("Connection refused");
        assertThat(hosts.ofInterconnect(Optional.of("one")).known()).isEqualTo(ONE);
    }

    /** It was sent on its way while the host lived, and begins when the others are broken off already. */
    @Test
    void requestOfAHostThatHasJustFallenSilentIsBrokenOffIfAnotherHostLives() {
        hosts.tick();
        answer("two", "ward");
        ServingHost chosen = hosts.ofInterconnect(Optional.of("one"));
        now.addAndGet(Duration.ofSeconds(16).toNanos());
        hosts.tick();
        AtomicInteger broken = new AtomicInteger();
        hosts.began(chosen, broken::incrementAndGet);
        assertThat(broken).hasValue(1);

        questions.get("two").unusable("Connection refused");
        hosts.began(chosen, broken::incrementAndGet);
        assertThat(broken).hasValue(1);
        answer("one", "ward");
        answer("two", "ward");
        hosts.began(chosen, broken::incrementAndGet);
        assertThat(broken).hasValue(1);
    }

    /** One thread reads the list, then another one reads a newer list and uses it, then the first one goes on. */
    @Test
    void newerListWins() {
        AtomicReference<Supplier<List<KnownHost>>> answer = new AtomicReference<>(() -> List.of(ONE));
        Hosts read = hosts(() -> answer.get().get());
        assertThat(read.known()).containsExactly(ONE);
        answer.set(() -> {
            answer.set(() -> List.of(ONE, TWO));
            assertThat(read.known()).containsExactly(ONE, TWO);
            return List.of();
        });
        assertThat(read.known()).containsExactly(ONE, TWO);
    }

    @Test
    void hostWithoutANameIsNotUsedBesideOthers() {
        KnownHost nameless = host("");
        list.set(List.of(nameless, TWO));
        assertThat(hosts.known()).containsExactly(TWO);
        assertThat(hosts.only()).isEmpty();
        list.set(List.of(nameless));
        assertThat(hosts.only()).isPresent();
    }

    @Test
    void healthNamesTheDeadAndTheStranger() {
        list.set(List.of(ONE, TWO, host("three")));
        hosts.tick();
        questions.get("one").answered(new HostLoad(0, 10, "ward", true));
        questions.get("two").answered(new HostLoad(0, 10, "cellar", true));
        questions.get("three").unusable("Connection refused");
        HostsHealth health = hosts.health();
        assertThat(health.known()).isEqualTo(3);
        assertThat(health.usable()).isEqualTo(1);
        assertThat(health.problems())
                .containsExactly(
                        "surrogate host http://127.0.0.1/two/ has another store (cellar) than http://127.0.0.1/one/ (ward):"
                                + " all hosts of a broker must share one PostgreSQL database",
                        "surrogate host http://127.0.0.1/three/ is dead: Connection refused");
    }
}
