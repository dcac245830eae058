package org.banip.measure.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.measure.faults.ArrangementKind.Spool;
import org.junit.jupiter.api.Test;

class FaultDrawTest {
    private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);
    private static final ArrangementKind SQLITE = new ArrangementKind(0, false, Spool.PACKET, "chunked", true, true);
    private static final ArrangementKind POSTGRESQL = new ArrangementKind(1, true, Spool.MEMORY, "duplex", true, true);
    private static final int ROUNDS = 2_000;

    private static List<List<Fault>> rounds(long seed, ArrangementKind kind) {
        FaultDraw draw = new FaultDraw(seed, ALL);
        List<List<Fault>> all = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            all.add(draw.faults(round, kind));
        }
        return all;
    }

    private static Set<String> names(List<List<Fault>> rounds) {
        Set<String> names = new HashSet<>();
        rounds.forEach(round -> round.forEach(fault -> names.add(fault.name())));
        return names;
    }

    @Test
    void aSeedGivesTheSameFaultsAndAnotherSeedOthers() {
        assertThat(rounds(7, SQLITE)).isEqualTo(rounds(7, SQLITE)).isNotEqualTo(rounds(8, SQLITE));
    }

    @Test
    void everyFaultThatIsPossibleComes() {
        assertThat(names(rounds(1, SQLITE)))
                .hasSize(23)
                .contains("kill mbu", "disk-full mbu", "read-only host", "clock broker", "damage broker-host")
                .doesNotContain("kill database");
        assertThat(names(rounds(1, POSTGRESQL)))
                .hasSize(21)
                .contains("kill database", "stop database")
                .doesNotContain("disk-full mbu", "disk-full host", "read-only mbu", "read-only host");
    }

    @Test
    void twoFaultsOfARoundAreAtDifferentPlacesAndAHostStartsWithItsDatabase() {
        List<List<Fault>> two = rounds(1, POSTGRESQL).stream()
                .filter(round -> round.size() == 2)
                .toList();
        assertThat(two).hasSizeBetween(ROUNDS / 5, ROUNDS / 2).allSatisfy(round -> {
            Set<Place> places = EnumSet.of(round.get(0).place(), round.get(1).place());
            assertThat(places).hasSize(2).isNotEqualTo(EnumSet.of(Place.HOST, Place.DATABASE));
            assertThat(round.get(0).at()).isLessThanOrEqualTo(round.get(1).at());
        });
    }

    @Test
    void onlyTheFaultsThatAreWantedCome() {
        FaultDraw draw = new FaultDraw(1, EnumSet.of(FaultKind.CLOCK));
        assertThat(draw.faults(1, SQLITE)).extracting(Fault::kind).containsOnly(FaultKind.CLOCK);
        ArrangementKind without = new ArrangementKind(0, false, Spool.PACKET, "chunked", true, false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> draw.faults(1, without))
                .withMessageContaining(
                        "[clock] are all impossible here, SQLite, chunked, spool synced for each packet");
    }

    @Test
    void aFaultIsOneLine() {
        Duration at = Duration.ofMillis(430);
        assertThat(new Fault(FaultKind.KILL, Place.HOST, at, Duration.ofMillis(1_250), 0))
                .hasToString("0.4 s kill host for 1.3 s");
        assertThat(new Fault(FaultKind.CLOCK, Place.MBU, at, Duration.ZERO, -3_600_000))
                .hasToString("0.4 s clock mbu, -3600 s");
        assertThat(new Fault(FaultKind.DAMAGE, Place.ACCESS, at, Duration.ofSeconds(2), 3))
                .hasToString("0.4 s damage mbu-broker, 3 bits in 2.0 s");
    }

    @Test
    void spoolsUplinksAndDatabasesTakeTurns() {
        FaultsSettings settings =
                new FaultsSettings(1, 200, 1, 3, 25, List.of(false, true), Set.of(), Duration.ofSeconds(1));
        Set<String> kinds = new HashSet<>();
        Possible possible = new Possible(Optional.empty(), Optional.empty(), Optional.empty());
        for (int number = 0; number < 30; number++) {
            kinds.add(ArrangementKind.of(number, settings, possible).toString());
        }
        assertThat(kinds).hasSize(30).contains("SQLite, chunked, spool synced for each packet");
    }
}
