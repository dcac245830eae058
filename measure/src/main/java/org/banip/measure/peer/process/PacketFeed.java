package org.banip.measure.peer.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.measure.peer.reception.PeerStore;
import org.banip.measure.peer.transport.SendQueue;

/**
 * Reads sensors when their units are due, and makes packets as BANip's packetizer does, for a peer to send. One thread of its own; it waits while
 * the queue is full.
 */
final class PacketFeed implements AutoCloseable {
    private static final int MOST_UNITS = 256;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final SamplingSchedule schedule;
    private final SendQueue queue;
    private final SteadyClock clock = SteadyClock.system();
    private final List<Feed> feeds = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "banip-peer-feed");
    private final AtomicLong produced = new AtomicLong();
    private volatile boolean ended;
    private volatile boolean closing;

    private final class Feed {
        final int group;
        final Sensor sensor;
        final SensorGroup described;
        final ChainEncoder encoder;
        final Block block = new Block(1024);
        long next;
        long sequence;
        boolean over;

        Feed(int group, Sensor sensor, TranscodingChain chain) {
            this.group = group;
            this.sensor = sensor;
            described = sensor.group();
            encoder = chain.newEncoder(described);
        }

        long dueNanos() {
            return schedule.unpaced() ? Long.MIN_VALUE : schedule.dueNanos(described.frequency(), next);
        }

        /** Reads what is due. */
        void read(long now, List<Packet> out) {
            long due = Math.min(MOST_UNITS, schedule.unitsDue(described.frequency(), now) - next);
            block.clear();
            int count = sensor.read(block, (int) Math.max(1, due));
            if (count < 0) {
                over = true;
                encoder.flush(made -> out.add(packet(made)));
                return;
            }
            block.describe(schedule.originNanos(), next, count);
            next += count;
            produced.addAndGet(count);
            encoder.encode(block, made -> out.add(packet(made)));
        }

        private Packet packet(Block made) {
            byte[] payload = new byte[made.length()];
            System.arraycopy(made.bytes(), 0, payload, 0, payload.length);
            return Packet.of(
                    new PacketHeader(group, sequence++, made.originNanos(), made.firstUnit(), made.unitCount(), true),
                    payload);
        }
    }

    PacketFeed(List<Sensor> sensors, SamplingSchedule schedule, SendQueue queue) {
        this.schedule = schedule;
        this.queue = queue;
        TranscodingChain chain = TranscodingChain.parse(PeerStore.CHAIN, Transcoders.installed());
        for (Sensor sensor : sensors) {
            feeds.add(new Feed(feeds.size(), sensor, chain));
        }
        thread.start();
    }

    private void run() {
        try {
            List<Packet> out = new ArrayList<>();
            while (!closing && feeds.stream().anyMatch(feed -> !feed.over)) {
                Feed next = feeds.stream()
                        .filter(feed -> !feed.over)
                        .min((a, b) -> Long.compare(a.dueNanos(), b.dueNanos()))
                        .orElseThrow();
                sleepUntil(next.dueNanos());
                next.read(clock.epochNanos(), out);
                for (Packet packet : out) {
                    queue.put(packet);
                }
                out.clear();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } finally {
            feeds.forEach(feed -> {
                feed.sensor.close();
                feed.encoder.close();
            });
            ended = true;
        }
    }

    private void sleepUntil(long due) throws InterruptedException {
        long left = due == Long.MIN_VALUE ? 0 : due - clock.epochNanos();
        if (left > 0) {
            Thread.sleep(left / NANOS_PER_MILLI, (int) (left % NANOS_PER_MILLI));
        }
    }

    /** Sensor sets read so far. */
    long produced() {
        return produced.get();
    }

    /** Whether the sensors have ended, and everything is in the queue. */
    boolean ended() {
        return ended;
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
