package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.io.TempDir;

/** A host with detectors, and what it is sent. */
abstract class DetectingHost {
    /** Digital values of 0 mV and 2.5 mV. */
    static final int LOW = 1024;

    static final int HIGH = 1524;

    @TempDir
    Path directory;

    final Found found = new Found();

    JdbcStore store() {
        return JdbcStore.open(directory.resolve("store.db"));
    }

    RunningHost host(Supplier<AlertRules> rules) {
        return RunningHost.over(store(), with -> with.detectors(rules).findings(found));
    }

    static Supplier<AlertRules> rules(String... detectors) {
        AlertRules rules = AlertRules.parse(json(detectors), "test");
        return () -> rules;
    }

    static String json(String... detectors) {
        return "{\"detectors\":[" + String.join(",", detectors) + "]}";
    }

    static void send(TestMbu mbu, Sequenced... items) throws IOException {
        assertThat(mbu.send(Frames.body(2, List.of(items))).status()).isEqualTo(200);
    }

    /** A packet in which both channels have this value. */
    static Packet ecg(long sequence, int value) {
        return ecg(sequence, sequence * TestMbu.UNITS, TestMbu.UNITS, value);
    }

    static Packet ecg(long sequence, long firstUnit, int units, int value) {
        byte[] sets = new byte[units * 4];
        for (int at = 0; at < sets.length; at += 2) {
            sets[at] = (byte) value;
            sets[at + 1] = (byte) (value >> 8);
        }
        return Packet.of(new PacketHeader(0, sequence, TestMbu.ORIGIN, firstUnit, units, true), sets);
    }

    static long instant(long unit) {
        return TestMbu.BAN.groups().get(0).frequency().instantNanos(TestMbu.ORIGIN, unit);
    }
}
