package org.banip.measure.peer.process;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.Sensor;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.SendQueue;

/** A stream from the sensors to the receiving process. */
interface Sending extends AutoCloseable {
    /** Sensor sets read so far. */
    long produced();

    /** Acknowledged sensor sets. */
    long acknowledged();

    /** Whether the signal has ended and all sensor sets are acknowledged. */
    boolean delivered() throws InterruptedException;

    /** How often a connection broke. */
    long breaks();

    /** Tells that this number of sensor sets is stored; sensor sets that are too far ahead wait. */
    void stored(long units);

    @Override
    void close();

    /** Begins. */
    static Sending start(RunArguments arguments, List<Sensor> sensors, long originNanos) {
        SamplingSchedule schedule = new SamplingSchedule(originNanos, arguments.speed());
        return Peers.isBanip(arguments.peer())
                ? new ByBanip(arguments, sensors, schedule)
                : new ByPeer(arguments, sensors, schedule);
    }

    /** BANip itself, through its broker. */
    final class ByBanip implements Sending {
        private static final Duration MOMENT = Duration.ofMillis(1);

        private final MobileBaseUnit mbu;

        private ByBanip(RunArguments arguments, List<Sensor> sensors, SamplingSchedule schedule) {
            MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                    .broker(URI.create("http://" + arguments.address() + ":" + arguments.port() + "/"))
                    .allowPlain()
                    .credentials(Credentials.basic(BanipReceiving.IDENTITY, BanipReceiving.password()))
                    .ban(BanipReceiving.IDENTITY)
                    .chain(Peers.banip(arguments.peer()).chain())
                    .uplink(Peers.banip(arguments.peer()).uplink())
                    .origin(Instant.ofEpochSecond(0, schedule.originNanos()))
                    .speed(schedule.speed())
                    .startTimeout(Duration.ZERO);
            sensors.forEach(builder::sensor);
            mbu = builder.start();
        }

        @Override
        public long produced() {
            return mbu.status().groups().stream()
                    .mapToLong(GroupStatus::unitsProduced)
                    .sum();
        }

        @Override
        public long acknowledged() {
            return mbu.status().groups().stream()
                    .mapToLong(GroupStatus::unitsAcknowledged)
                    .sum();
        }

        @Override
        public boolean delivered() throws InterruptedException {
            return mbu.isDeliveredWithin(MOMENT);
        }

        @Override
        public long breaks() {
            MbuStatus status = mbu.status();
            return status.link().resumes();
        }

        /** Ignored, because the host only acknowledges stored packets. */
        @Override
        public void stored(long units) {}

        @Override
        public void close() {
            mbu.close();
        }
    }

    /** A peer other than BANip. */
    final class ByPeer implements Sending {
        private final SendQueue queue;
        private final PeerClient client;
        private final PacketFeed feed;

        private ByPeer(RunArguments arguments, List<Sensor> sensors, SamplingSchedule schedule) {
            Peer peer = Peers.peer(arguments.peer());
            List<SensorGroup> groups = sensors.stream().map(Sensor::group).toList();
            queue = new SendQueue(peer.mostInFlight(arguments.bytesPerSecond()));
            client = peer.connect(new InetSocketAddress(arguments.address(), arguments.port()), groups, queue);
            feed = new PacketFeed(sensors, schedule, queue);
        }

        @Override
        public long produced() {
            return feed.produced();
        }

        @Override
        public long acknowledged() {
            return queue.acknowledgedUnits();
        }

        @Override
        public boolean delivered() {
            return feed.ended() && queue.isEmpty();
        }

        @Override
        public long breaks() {
            return client.breaks();
        }

        @Override
        public void stored(long units) {
            queue.stored(units);
        }

        @Override
        public void close() {
            feed.close();
            client.close();
        }
    }
}
