package org.banip.emulator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.junit.jupiter.api.Test;

/** The GPRS profiles against the UDP probes of the thesis: 200 kB in packets of 576 bytes, at a steady rate. */
class PublishedLinkTest {
    private static final int PACKET = 576;
    private static final int PACKETS = 200_000 / 548;

    /** What one probe saw. */
    private record Probe(double bytesPerSecond, double medianMillis, long dropped) {}

    private static Probe probe(String profile, double bytesPerSecond, long seed) {
        DirectionSettings up = LinkProfile.named(profile).links().get(0).up();
        Line line = new Line(up, seed);
        List<Duration> sent = new ArrayList<>();
        List<QueuedPacket> packets = new ArrayList<>();
        for (int packet = 0; packet < PACKETS; packet++) {
            sent.add(Duration.ofNanos((long) (packet * PACKET * 1e9 / bytesPerSecond)));
            packets.add(new QueuedPacket(new byte[PACKET]));
            line.offer(packets.get(packet), sent.get(packet));
        }
        List<Duration> arrivals = line.runUntil(Duration.ofHours(1)).arrivals();
        List<Double> latencies = new ArrayList<>();
        for (int arrival = 0; arrival < arrivals.size(); arrival++) {
            Duration scheduled = sent.get(packets.indexOf(line.arrived().get(arrival)));
            latencies.add(arrivals.get(arrival).minus(scheduled).toNanos() / 1e6);
        }
        Collections.sort(latencies);
        Duration span = arrivals.get(arrivals.size() - 1).minus(arrivals.get(0));
        double rate = (arrivals.size() - 1) * PACKET * 1e9 / span.toNanos();
        return new Probe(
                rate, latencies.get(latencies.size() / 2), line.queue.counters().droppedPackets());
    }

    @Test
    void justAboveCapacityTwoSlotsCarry2601BytesASecondAtAboutTheLatencySeen() {
        double sum = 0;
        for (long seed = 0; seed < 50; seed++) {
            Probe probe = probe("gprs-2slot", 2611, seed);
            assertThat(probe.bytesPerSecond()).isBetween(2600.0, 2602.0);
            assertThat(probe.dropped()).isZero();
            sum += probe.medianMillis();
        }
        assertThat(sum / 50).isBetween(0.9 * 1106, 1.1 * 1106);
    }

    @Test
    void wellAboveCapacityOneSlotCarriesWhatItCanAtTheLatencySeen() {
        double sum = 0;
        for (long seed = 0; seed < 50; seed++) {
            Probe probe = probe("gprs-1slot", 1418, seed);
            assertThat(probe.bytesPerSecond()).isBetween(1334.0, 1363.0);
            sum += probe.medianMillis();
        }
        assertThat(sum / 50).isBetween(0.75 * 3124, 1.35 * 3124);
    }

    @Test
    void aPacketOf500BytesCrossesInTheTimePublished() {
        DirectionSettings up = LinkProfile.named("gprs-1slot").links().get(0).up();
        Line line = new Line(up.toBuilder().noBearerWait().build(), 0);
        line.offer(500, Duration.ZERO);
        double seconds = line.runUntil(Duration.ofSeconds(9)).arrivals().get(0).toNanos() / 1e9;
        assertThat(seconds).isBetween(0.48, 0.62); // published: about 0.6, of which 0.48 in the air
    }
}
