package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.interconnect.LinkMeter;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SendPathTest {
    private static final String STATEFUL = "packetizer(units=4,hold=0)|deflate(context=stream)";

    private final SendFixture fixture = new SendFixture(8192);
    private final VirtualClock clock = fixture.clock;
    private final WakeUp sent = new WakeUp();
    private final List<Gap> gaps = new ArrayList<>();
    private SpoolLog spool = spool(16);
    private LinkConditions link = LinkConditions.UNKNOWN;

    private SpoolLog spool(int packets) {
        Scheduler scheduler = new Scheduler();
        scheduler.add(sent);
        return new MemorySpool(
                new SendPolicy(SendFixture.GROUPS, new SpoolSettings(packets, 65_536, 8192)),
                fixture.counters,
                fixture.encoderWork,
                scheduler,
                clock);
    }

    private SendPath stage(String chain, SamplingSchedule schedule) {
        TranscodingChain parsed = TranscodingChain.parse(chain, Transcoders.installed());
        SendPolicy policy = SendFixture.policy(8192);
        List<ChainHold> chains = new ArrayList<>();
        for (int g = 0; g < SendFixture.GROUPS.size(); g++) {
            chains.add(new ChainHold(
                    g,
                    policy,
                    parsed.newEncoder(SendFixture.GROUPS.get(g)),
                    new SignalClock(schedule),
                    new PacketLength(() -> link)));
        }
        return new SendPath(
                new SensingStage(
                        List.of(),
                        fixture.queue,
                        fixture.counters,
                        fixture.detectors,
                        clock,
                        fixture.sensorRoom,
                        fixture),
                fixture.queue,
                policy,
                fixture.thinned(policy, spool),
                chains,
                spool,
                List.of(),
                new LinkMeter(spool, clock),
                clock,
                fixture.encoderWork,
                gaps::add);
    }

    /** Encodes everything that is in the queue. */
    private List<String> encodeAll(String chain) throws InterruptedException {
        fixture.queue.flush(1);
        fixture.queue.close();
        SendPath stage = stage(chain, null);
        stage.finishEncoding();
        stage.encode();
        return spooled();
    }

    /** The content of the spool: {@code sequence:first+count}, {@code k} for key packets, {@code -} for gaps. */
    private List<String> spooled() {
        List<Sequenced> items = new ArrayList<>();
        Sequenced item = spool.claim(0, 64);
        while (item != null) {
            items.add(item);
            item = spool.claim(0, 64);
        }
        return items.stream().map(SendPathTest::text).collect(Collectors.toList());
    }

    /** Waits for the next item that the stage puts into the spool. */
    private Sequenced nextSent() throws InterruptedException {
        Sequenced item = spool.claim(0, 64);
        while (item == null) {
            sent.await(SteadyClock.system(), Long.MAX_VALUE);
            item = spool.claim(0, 64);
        }
        return item;
    }

    private static String text(Sequenced item) {
        if (item instanceof Packet packet) {
            return packet.sequence() + (packet.header().key() ? "k" : "") + ":"
                    + packet.header().firstUnit() + "+" + packet.header().unitCount();
        }
        Gap gap = (Gap) item;
        return gap.sequence() + "-:" + gap.firstUnit() + "+" + gap.unitCount();
    }

    private void offer(long first, int count) {
        fixture.queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, first, count), 0);
    }

    @Test
    void numbersPacketsWithoutHoles() throws Exception {
        offer(0, 10);
        assertThat(encodeAll(STATEFUL)).containsExactly("0k:0+4", "1:4+4", "2:8+2");
    }

    @Test
    void gapFollowsHeldUnitsAndPrecedesAKeyPacket() throws Exception {
        offer(0, 6);
        fixture.queue.lose(1, 0, 6, 100, Gap.Reason.SPOOL_FULL);
        offer(106, 8);
        assertThat(encodeAll(STATEFUL)).containsExactly("0k:0+4", "1:4+2", "2-:6+100", "3k:106+4", "4:110+4");
        assertThat(gaps).hasSize(1);
    }

    @Test
    void packetsNeverSpanTwoGrids() throws Exception {
        offer(0, 6);
        fixture.queue.offer(1, SendFixture.sets(SendFixture.ECG, 77, 0, 4), 0);
        assertThat(encodeAll(STATEFUL)).containsExactly("0k:0+4", "1:4+2", "2k:0+4");
    }

    @Test
    void encodesNoMoreThanTheSpoolAdmits() throws Exception {
        offer(0, 40);
        SendPath stage = stage("packetizer(units=1,hold=0)", null);
        Thread thread = new Thread(() -> {
            try {
                stage.encode();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        int released = 0;
        while (released < 40) {
            assertThat(spool.packets()).isLessThanOrEqualTo(16);
            assertThat(nextSent().sequence()).isEqualTo(released);
            released++;
            spool.release(1, released);
        }
        stage.finishEncoding();
        thread.join();
        assertThat(fixture.counters.get(1).unitsSettled).hasValue(40);
    }

    /** Of 360 sensor sets a second, 36 are the shortest packet, and 180 half of the latency bound. */
    @Test
    void packetsOfAFullLinkBecomeLongerAndThenShorterAgain() throws Exception {
        spool = spool(64);
        SendPath stage = stage("packetizer(hold=auto)", null);
        assertThat(unitsOfPackets(stage, 72)).containsExactly(36, 36);
        link = new LinkConditions(true, 2000, 0, 0, 0, 0, true);
        assertThat(unitsOfPackets(stage, 72 + 144 + 180)).containsExactly(72, 144, 180);
        link = LinkConditions.UNKNOWN;
        assertThat(unitsOfPackets(stage, 400)).containsExactly(180, 162);
    }

    private long offered;

    /** Lets sensor sets come one at a time. */
    private List<Integer> unitsOfPackets(SendPath stage, int units) {
        for (int u = 0; u < units; u++) {
            offer(offered++, 1);
            fixture.queue.take(of -> 64, new org.banip.core.transcoding.spi.Block(64), stage);
        }
        List<Integer> packets = new ArrayList<>();
        for (Sequenced item = spool.claim(0, 64); item != null; item = spool.claim(0, 64)) {
            packets.add(((Packet) item).header().unitCount());
            spool.release(1, item.nextSequence());
        }
        return packets;
    }

    /** The group's latency bound is one second. */
    @ParameterizedTest
    @CsvSource({"400ms, 400", "1s, 1000", "60s, 1000"})
    void chainIsFlushedAfterItsHoldOrTheLatencyBound(String hold, long millis) throws Exception {
        fixture.queue.offer(0, SendFixture.sets(SendFixture.ALARM, VirtualClock.START, 0, 1), 0);
        AtomicLong cameOutNanos = new AtomicLong();
        sent.onRaise(() -> cameOutNanos.compareAndSet(0, clock.epochNanos()));
        SendPath stage = stage("packetizer(units=100,hold=" + hold + ")", null);
        Thread thread = new Thread(() -> {
            try {
                stage.encode();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start(); // the clock jumps to when the flush is due
        assertThat(text(nextSent())).isEqualTo("0k:0+1");
        stage.finishEncoding();
        thread.join();
        assertThat(cameOutNanos.get() - VirtualClock.START).isEqualTo(millis * 1_000_000);
    }

    @Test
    void waitsForALateScheduledUnit() {
        SignalClock signal = new SignalClock(new SamplingSchedule(0, 2));
        signal.seen(100, 200, 1_000_000);
        assertThat(signal.nanosUntil(300, 1_000_000))
                .as("unit at 200 belongs before it")
                .isEqualTo(Long.MAX_VALUE);
        assertThat(signal.nanosUntil(200, 60)).isEqualTo(40);
        assertThat(signal.nanosUntil(200, 100)).isZero();
    }

    @Test
    void nextPacketIsAKeyPacketAfterTheSpoolGaveUpPackets() throws Exception {
        spool = spool(64);
        offer(0, 8);
        SendPath stage = stage(STATEFUL, null);
        fixture.queue.take(of -> 8, new org.banip.core.transcoding.spi.Block(64), stage);
        assertThat(spooled()).containsExactly("0k:0+4", "1:4+4");
        spool.giveBack(0);
        spool.giveUpFirst(1);
        offer(8, 8);
        fixture.queue.take(of -> 8, new org.banip.core.transcoding.spi.Block(64), stage);
        assertThat(spooled()).containsExactly("0-:0+4", "1-:4+4", "2k:8+4", "3:12+4");
    }

    /** The session may end while somebody changes a chain: nobody takes the encoder then. */
    @Test
    void anEncoderThatNobodyTakesIsClosed() throws Exception {
        CountedTranscoder counted = new CountedTranscoder();
        SendPath stage = stage(STATEFUL, null);
        stage.change(1, counted.encoder(SendFixture.ECG));
        stage.change(1, counted.encoder(SendFixture.ECG));
        assertThat(counted.open()).isEqualTo(1);
        fixture.queue.close();
        stage.finishEncoding();
        stage.encode();
        assertThat(counted.open()).isZero();
        ChainEncoder late = counted.encoder(SendFixture.ECG);
        assertThatThrownBy(() -> stage.change(1, late))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the session ends, nothing more is encoded");
        assertThat(counted.open()).isZero();
    }
}
