package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;

/** Links that share a spool: who claims what, and what becomes of an item that several have under way. */
class SharedSpoolTest {
    private static final int WINDOW = 64;

    private final Scheduler scheduler = new Scheduler();
    private final GroupCounters counters = new GroupCounters();
    private final MemorySpool spool = new MemorySpool(
            new SendPolicy(List.of(TestSensor.ecg()), SpoolSettings.DEFAULT),
            List.of(counters),
            new WakeUp(),
            scheduler,
            SteadyClock.system());

    /** Which link may send, and which may send as well: a bit each. */
    private int sends = 3;

    private int sendsAsWell;
    private int asked;
    private boolean holdsUp;
    /** The links that had the item before, when one sent it as well. */
    private int told;

    SharedSpoolTest() {
        scheduler.share(new Sharing() {
            @Override
            public void asks(int link) {
                asked = link;
            }

            @Override
            public boolean sends(int group, int bytes, long rank, long waitingBytes, int ahead) {
                return (sends & 1 << asked) != 0;
            }

            @Override
            public boolean sendsAsWell(int group, Carried item, boolean first) {
                holdsUp = first;
                return (sendsAsWell & 1 << asked) != 0;
            }

            @Override
            public void sentAsWell(int group, Carried item) {
                told = item.carriers();
            }
        });
    }

    private void put(int packets) {
        for (int i = 0; i < packets; i++) {
            spool.put(0, 0, 10L * i, 10, true, new byte[40]);
        }
    }

    private static long sequence(Sequenced item) {
        assertThat(item).isNotNull();
        return item.sequence();
    }

    private long claim(int link) {
        return sequence(spool.claim(link, WINDOW));
    }

    private long claimAsWell(int link) {
        return sequence(spool.claimAsWell(link, SpoolLog.ALL, Room.OPEN));
    }

    @Test
    void aLinkClaimsOnlyWhatItMaySend() {
        put(2);
        sends = 2;
        assertThat(spool.claim(0, WINDOW)).isNull();
        assertThat(claim(1)).isZero();
        assertThat(spool.claimAsWell(0, SpoolLog.ALL, Room.OPEN)).isNull();
        assertThat(spool.isUnderWayElsewhere(0, SpoolLog.ALL)).isTrue();
        assertThat(spool.isUnderWayElsewhere(1, SpoolLog.ALL)).isFalse();
    }

    /** The payloads have 40 bytes. */
    @Test
    void severalLinksKeepToTheBytesOfTheReorderWindow() {
        put(8);
        sends = 7;
        spool.reorder(3 * 240, Long.MAX_VALUE);
        assertThat(List.of(claim(0), claim(0), claim(0), claim(0)))
                .as("one link needs no window")
                .containsExactly(0L, 1L, 2L, 3L);
        assertThat(spool.claim(1, WINDOW)).isNull();

        spool.release(0, 2);
        assertThat(claim(1)).isEqualTo(4);
        assertThat(spool.claim(0, WINDOW)).isNull();
        assertThat(spool.claim(1, WINDOW)).isNull();

        spool.giveBack(0); // 2 and 3
        spool.reorder(240, Long.MAX_VALUE);
        assertThat(claim(2)).as("the first one waits for nothing").isEqualTo(2);
        assertThat(spool.claim(0, WINDOW)).isNull();
        spool.reorder(3 * 240, Long.MAX_VALUE);
        assertThat(claim(0)).isEqualTo(3);
        assertThat(spool.claim(2, WINDOW)).isNull();

        spool.giveBackAll();
        assertThat(List.of(claim(1), claim(0), claim(1))).containsExactly(2L, 3L, 4L);
        assertThat(spool.claim(0, WINDOW)).isNull();
        spool.release(0, 5);
        assertThat(List.of(claim(1), claim(0), claim(1))).containsExactly(5L, 6L, 7L);
    }

    @Test
    void anItemOfTwoLinksIsReleasedOnBothAndGivenBackByTheLast() {
        put(3);
        sendsAsWell = 2;
        assertThat(List.of(claim(0), claim(0), claim(0))).containsExactly(0L, 1L, 2L);
        assertThat(List.of(claimAsWell(1), claimAsWell(1))).containsExactly(0L, 1L);
        assertThat(spool.outstanding(0)).isEqualTo(3);
        assertThat(spool.outstanding(1)).isEqualTo(2);
        assertThat(spool.carriersOfFirst(new long[] {1})).isEqualTo(3);
        assertThat(told).as("who had it").isEqualTo(1);
        assertThat(holdsUp).as("1 waits at the host for 0").isFalse();

        spool.release(0, 1);
        assertThat(spool.outstanding(0)).isEqualTo(2);
        assertThat(spool.outstanding(1)).isEqualTo(1);

        spool.giveBack(0); // 1 is still under way on the other link, 2 waits
        assertThat(spool.outstanding(0)).isZero();
        assertThat(spool.outstanding(1)).isEqualTo(1);
        assertThat(claim(1)).isEqualTo(2);
        assertThat(counters.retransmissions.get()).isOne();
        assertThat(spool.sentAgain(1)).isOne();

        spool.giveBack(1);
        assertThat(List.of(claim(0), claim(0))).containsExactly(1L, 2L);
        spool.release(0, 3);
        assertThat(spool.outstanding(0)).isZero();
        assertThat(spool.outstanding(1)).isZero();
        assertThat(spool.packets()).isZero();
    }

    @Test
    void aClosedWindowLetsWhatAnotherLinkGaveBackGo() {
        put(4);
        assertThat(List.of(claim(0), claim(0), claim(1))).containsExactly(0L, 1L, 2L);
        assertThat(spool.claim(1, WINDOW, SpoolLog.ALL, Room.BEYOND))
                .as("3 holds nothing up")
                .isNull();

        spool.giveBack(0); // 0 and 1; 2 waits for them at the host
        assertThat(sequence(spool.claim(1, WINDOW, SpoolLog.ALL, Room.NEXT))).isZero();
        assertThat(spool.claim(1, WINDOW, SpoolLog.ALL, Room.NEXT))
                .as("0 is under way")
                .isNull();
        assertThat(sequence(spool.claim(1, WINDOW, SpoolLog.ALL, Room.BEYOND))).isOne();
        assertThat(spool.claim(1, WINDOW, SpoolLog.ALL, Room.BEYOND)).isNull();
    }

    @Test
    void aClosedWindowLetsWhatADeadLinkHasGo() {
        put(4);
        sendsAsWell = 2;
        assertThat(List.of(claim(0), claim(0))).containsExactly(0L, 1L);
        assertThat(spool.claimAsWell(1, SpoolLog.ALL, Room.BEYOND))
                .as("nothing of it waits")
                .isNull();
        assertThat(claim(1)).isEqualTo(2);
        assertThat(sequence(spool.claimAsWell(1, SpoolLog.ALL, Room.NEXT))).isZero();
        assertThat(spool.claimAsWell(1, SpoolLog.ALL, Room.NEXT))
                .as("0 is under way")
                .isNull();
        spool.release(0, 1);
        assertThat(sequence(spool.claimAsWell(1, SpoolLog.ALL, Room.BEYOND))).isOne();
    }

    @Test
    void aLinkThatOnlyRepeatedLosesNothing() {
        put(1);
        sendsAsWell = 2;
        assertThat(claim(0)).isZero();
        assertThat(claimAsWell(1)).isZero();
        assertThat(spool.claimAsWell(1, SpoolLog.ALL, Room.OPEN)).as("has it").isNull();
        spool.giveBack(1);
        assertThat(spool.claim(0, WINDOW)).isNull();
        assertThat(claimAsWell(1)).isZero();
        spool.giveBackAll();
        assertThat(spool.outstanding(0) + spool.outstanding(1)).isZero();
        assertThat(claim(1)).isZero();
        assertThat(spool.carriersOfFirst(new long[] {1})).isEqualTo(2);
        assertThat(spool.carriersOfFirst(new long[] {0})).as("nothing new").isZero();
    }

    @Test
    void sharedClaimsAllocateNothingForEachItem() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        put(10_000);
        claimAndRelease(0, 5_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        claimAndRelease(5_000, 10_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
    }

    private void claimAndRelease(int from, int to) {
        for (int i = from; i < to; i++) {
            spool.claim(i & 1, WINDOW);
            spool.release(0, i + 1);
        }
    }
}
