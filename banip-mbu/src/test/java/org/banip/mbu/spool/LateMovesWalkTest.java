package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random walks of a spool whose packets move, with two links, outages and hosts that lose what they had: all that was sensed is stored once in a
 * session and decodes, or is declared.
 */
class LateMovesWalkTest {
    private static final int UNITS = 10;
    private static final int STEPS = 500;
    private static final int LINKS = 2;
    private static final int WINDOW = 8;
    private static final int ECG = 0;
    private static final int PLETH = 2;
    private static final List<SensorGroup> GROUPS = List.of(
            TestSensor.group("ecg", UNITS, ServiceClass.LIVE).lateAs("late"),
            TestSensor.group("late", UNITS, ServiceClass.BULK),
            TestSensor.group("pleth", UNITS, ServiceClass.LIVE));

    /** One walk. */
    private static final class Walk {
        private final Random random;
        private final AtomicLong nanos = new AtomicLong();
        private final List<GroupCounters> counters =
                GROUPS.stream().map(group -> new GroupCounters()).collect(Collectors.toList());
        private final MemorySpool spool = new MemorySpool(
                new SendPolicy(GROUPS, new SpoolSettings(4000, 1_000_000, 8192)),
                counters,
                new WakeUp(),
                new Scheduler(),
                nanos::get);
        private final List<ArrayDeque<Sequenced>> underWay = List.of(new ArrayDeque<>(), new ArrayDeque<>());
        /** Of each link whether the host has taken something of its present connection. */
        private final boolean[] taken = new boolean[LINKS];
        /** The next unit of each group that is sensed. */
        private final long[] next = new long[GROUPS.size()];

        private StoredSession host = new StoredSession(GROUPS.size());
        /** Units that need not be stored any more: of the ecg and what is late of it, and of the other group. */
        private final List<Set<Long>> done = List.of(new TreeSet<>(), new TreeSet<>());

        private boolean keyDue = true;

        Walk(int seed) {
            random = new Random(seed);
        }

        private Set<Long> done(int group) {
            return done.get(group == PLETH ? 1 : 0);
        }

        private void declared(List<Gap> gaps) {
            for (Gap gap : gaps) {
                for (long unit = gap.firstUnit(); unit < gap.endUnit(); unit += UNITS) {
                    done(gap.group()).add(unit);
                }
            }
        }

        private void sense(int group, boolean silent, boolean key) {
            counters.get(group).unitsEntered.addAndGet(UNITS);
            long unit = next[group];
            next[group] += UNITS;
            if (silent) {
                declared(List.of(spool.putGap(group, 0, unit, UNITS, Gap.Reason.SENSOR_SILENT)));
            } else {
                spool.put(group, 0, unit, UNITS, key, new byte[] {(byte) unit})
                        .ifPresent(gap -> declared(List.of(gap)));
            }
        }

        private void claim(int link) {
            Sequenced item = spool.claim(link, WINDOW);
            if (item instanceof Packet packet) {
                assertThat(packet.intact()).as("%s", packet).isTrue();
                assertThat(packet.payload()[0]).isEqualTo((byte) packet.firstUnit());
            }
            if (item != null) {
                underWay.get(link).add(item);
            }
        }

        private void acknowledge() {
            for (int group = 0; group < GROUPS.size(); group++) {
                if (host.next(group) > spool.released()[group]) {
                    spool.release(group, host.next(group));
                }
            }
        }

        private void breakAll() {
            underWay.forEach(ArrayDeque::clear);
            Arrays.fill(taken, false);
            host.forgetAhead();
            spool.giveBackAll();
        }

        /** The host begins anew: what it has stays in the former session's record. */
        private void beginAnother() {
            breakAll();
            host.requireDecodable();
            for (int group = 0; group < GROUPS.size(); group++) {
                done(group).addAll(host.units(group));
            }
            host = new StoredSession(GROUPS.size());
            declared(spool.renumber(new UUID(0, 1)));
        }

        /** The host has lost some of what it had stored last. */
        private void lose(int group) {
            breakAll();
            long released = spool.released()[group];
            for (Sequenced lost : host.loseLast(group, random.nextInt(4))) {
                if (lost.sequence() < released && lost instanceof Packet) {
                    done(group).add(lost.firstUnit());
                }
            }
            if (host.next(group) < released) {
                try {
                    List<Gap> gaps = spool.declareLost(group, host.next(group));
                    declared(gaps.stream()
                            .filter(gap -> gap.sequence() >= released)
                            .collect(Collectors.toList()));
                } catch (BanipException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.SESSION_MISMATCH);
                    beginAnother();
                }
            }
        }

        /** The host has forgotten the session and refuses the first request of a link. */
        private void forget(int link) {
            if (!taken[link]) {
                underWay.get(link).clear();
                spool.refused(link, SpoolLog.ALL);
                hearOfRestart(random.nextBoolean());
                if (random.nextBoolean()) {
                    senseSomething();
                }
            }
            breakAll();
            for (int group = 0; group < GROUPS.size(); group++) {
                spool.goOn(group, host.next(group));
            }
        }

        private void giveUp() {
            List<Integer> groups = spool.outstandingGroups();
            breakAll();
            groups.forEach(group -> declared(spool.giveUpFirst(group)));
        }

        private void fault(int which) {
            int group = random.nextInt(GROUPS.size());
            if (which == 0) {
                beginAnother();
            } else if (which == 1) {
                lose(group);
            } else if (which == 2) {
                giveUp();
            } else if (which >= 4) {
                forget(which - 4);
            } else {
                declared(spool.thin(ECG, (next[ECG] - random.nextInt(20 * UNITS)) * 100_000_000L));
                hearOfRestart(true);
            }
        }

        private void senseSomething() {
            if (random.nextInt(5) == 0) {
                sense(PLETH, random.nextInt(20) == 0, true);
                return;
            }
            boolean silent = random.nextInt(30) == 0;
            sense(ECG, silent, keyDue || random.nextInt(15) == 0);
            keyDue &= silent;
            hearOfRestart(silent);
        }

        /** The encoder hears of it at once if its own thread has made the gap. */
        private void hearOfRestart(boolean now) {
            keyDue |= now && spool.takeRestart(ECG);
        }

        private void carry(int what, int link) {
            if (what < 80) {
                claim(link);
            } else if (what < 93) {
                Sequenced arrived = underWay.get(link).poll();
                if (arrived != null) {
                    taken[link] = true;
                    host.take(arrived);
                }
            } else if (what < 96) {
                acknowledge();
            } else if (what < 98) {
                underWay.get(link).clear();
                spool.giveBack(link);
                taken[link] = false;
            } else {
                nanos.addAndGet(random.nextInt(8) * 1_000_000_000L);
            }
        }

        void go() {
            for (int step = 0; step < STEPS || spool.packets() > 0; step++) {
                int what = random.nextInt(100);
                if (step < STEPS && random.nextInt(60) == 0) {
                    fault(random.nextInt(4 + LINKS));
                } else if (step < STEPS && what < 45) {
                    senseSomething();
                } else if (what < 60) {
                    hearOfRestart(true);
                } else {
                    carry(what, random.nextInt(LINKS));
                }
            }
            check();
        }

        private void check() {
            assertThat(counters).allMatch(GroupCounters::allSettled);
            assertThat(spool.backlog().bytes()).isZero();
            host.requireDecodable();
            for (int group = 0; group < GROUPS.size(); group++) {
                done(group).addAll(host.units(group));
            }
            for (int group : new int[] {ECG, PLETH}) {
                for (long unit = 0; unit < next[group]; unit += UNITS) {
                    assertThat(done(group).remove(unit))
                            .as("unit %s of group %s is stored", unit, group)
                            .isTrue();
                }
                assertThat(done(group)).as("units that nobody sensed").isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 100, 150})
    void allIsStoredOnceOrDeclaredWhateverHappens(int from) {
        long moved = IntStream.range(from, from + 50)
                .mapToLong(seed -> {
                    Walk walk = new Walk(seed);
                    try {
                        walk.go();
                    } catch (AssertionError | RuntimeException e) {
                        throw new AssertionError("seed " + seed, e);
                    }
                    return walk.counters.get(ECG).unitsMoved.get();
                })
                .sum();
        assertThat(moved).isPositive();
    }
}
